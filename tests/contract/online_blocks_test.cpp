#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/nfp/online/compose.h"
#include "models/nfp/online/model_lane.h"
#include "models/nfp/online/model_mlp.h"
#include "sim/base/error.h"
#include "tests/contract/case_network.h"
#include "tests/contract/comparison.h"
#include "tests/contract/model_setup.h"
#include "tests/contract/online_run.h"
#include "tests/naive/nfp.h"
#include "tests/naive/plain_case.h"

// Hand-worked cases of the online blocks: what no stimulus of a whole NFP shows.
namespace ngpcsim::contract {
namespace {

using models::online::LaneCount;
using models::online::QueryRecord;

void clock_idle(models::online::Lane& lane, int edges) {
  for (int edge = 0; edge < edges; ++edge) lane.clock(nullptr, false);
}

/// Clocks until the query just pushed is there, and takes it.
void drain(models::online::Lane& lane) {
  while (!lane.valid()) lane.clock(nullptr, false);
  lane.clock(nullptr, true);
}

TEST(OnlineLane, ResultIsThereAtItsEdgeAndNotBefore) {
  const models::NfpModel model = nfp_model(naive::plain_setup());
  models::online::ModelEngineLane lane(model, 0, nullptr);
  // Push 0, front 1, issue 2, out 3: valid speaks of the coming edge, so it rises with the clock of edge 2.
  const QueryRecord query{};
  lane.clock(&query, false);
  EXPECT_FALSE(lane.events().front);
  lane.clock(nullptr, false);
  EXPECT_TRUE(lane.events().front);
  EXPECT_FALSE(lane.valid());
  lane.clock(nullptr, false);
  EXPECT_TRUE(lane.events().issue);
  EXPECT_TRUE(lane.valid());
  EXPECT_TRUE(lane.values().empty());
}

TEST(OnlineLane, WaitIsChargedToItsReasonWhenItEnds) {
  naive::NfpSetup setup = naive::plain_setup();
  setup.engine.output_queue_depth = 1;
  setup.engine.back_latency = 3;
  const models::NfpModel model = nfp_model(setup);
  models::online::ModelEngineLane lane(model, 0, nullptr);
  const QueryRecord query{};
  lane.clock(&query, false);
  lane.clock(&query, false);
  // Issue 2; the second query waits for the only output slot, which nobody empties until edge 20.
  clock_idle(lane, 18);
  EXPECT_EQ(lane.count(), (LaneCount{.queries = 1, .busy = 1, .input_empty = 19}));
  lane.clock(nullptr, true);
  EXPECT_EQ(lane.count(), (LaneCount{.queries = 1, .busy = 1, .input_empty = 20}));
  // Issue 21: the edges 3 .. 20 were `output_full`.
  lane.clock(nullptr, false);
  EXPECT_TRUE(lane.events().issue);
  EXPECT_EQ(lane.count(), (LaneCount{.queries = 2, .busy = 2, .output_full = 18, .input_empty = 2}));
}

TEST(OnlineLane, ServiceInProgressIsBusyFirst) {
  naive::NfpSetup setup = naive::plain_setup();
  setup.engine.bank_map = naive::BankMap::kLow;
  const models::NfpModel model = nfp_model(setup);
  models::online::ModelEngineLane lane(model, 0, nullptr);
  // Issue 2, four accesses to the fullest bank: edge 2 is busy, 3 .. 5 are conflicts.
  const QueryRecord query{};
  lane.clock(&query, false);
  clock_idle(lane, 3);
  EXPECT_EQ(lane.count(), (LaneCount{.queries = 1, .busy = 1, .conflict = 1, .input_empty = 2}));
  clock_idle(lane, 4);
  EXPECT_EQ(lane.count(), (LaneCount{.queries = 1, .busy = 1, .conflict = 3, .input_empty = 4}));
}

TEST(OnlineLane, LoadingTablesEmptiesTheCornerRegisters) {
  naive::NfpSetup setup = naive::plain_setup();
  setup.engine.corner_reuse = true;
  const models::NfpModel model = nfp_model(setup);
  models::online::ModelEngineLane lane(model, 0, nullptr);
  const QueryRecord query{};
  const auto serve = [&] {
    lane.clock(&query, false);
    drain(lane);
  };
  serve();
  serve();
  EXPECT_EQ(lane.level_counters().at(0).reused, 1U);
  lane.tables_loaded();
  serve();
  EXPECT_EQ(lane.level_counters().at(0).reused, 1U);
  EXPECT_EQ(lane.level_counters().at(0).queries, 3U);
  lane.clock(&query, false);
  EXPECT_THROW(lane.tables_loaded(), InvariantError);
}

TEST(OnlineLane, PositionOutsideTheUnitCubeEndsTheRun) {
  const models::NfpModel model = nfp_model(naive::plain_setup());
  models::online::ModelEngineLane lane(model, 0, nullptr);
  const QueryRecord query{.position = {0.5F, 1.5F, 0.5F}};
  EXPECT_THROW(lane.clock(&query, false), InvariantError);
}

TEST(OnlineLane, SameRayOfAnotherLaunchIsEvaluated) {
  naive::NfpSetup setup = naive::plain_setup();
  setup.direction = naive::DirectionSetup{.per_ray = true, .interval = 3};
  const models::NfpModel model = nfp_model(setup);
  models::online::ModelDirectionLane lane(model, true);
  const auto serve = [&](bool first_of_launch) {
    const QueryRecord query{.ray = 7, .first_of_launch = first_of_launch};
    lane.clock(&query, false);
    drain(lane);
    return lane.evaluations();
  };
  EXPECT_EQ(serve(true), 1U);
  EXPECT_EQ(serve(false), 1U);
  EXPECT_EQ(serve(true), 2U);
}

/// Two lanes that cannot take the second query at the same edge.
[[nodiscard]] naive::NfpSetup uneven_setup() {
  naive::NfpSetup setup = naive::plain_setup();
  setup.direction = naive::DirectionSetup{.input_queue_depth = 1};
  return setup;
}

TEST(OnlineNfp, ForkIsEagerAndAnOfferStays) {
  const models::NfpModel model = nfp_model(uneven_setup());
  const std::unique_ptr<models::online::ComposedNfp> nfp = models::online::compose(model, nullptr);
  const QueryRecord query{};
  ASSERT_TRUE(nfp->ready());
  nfp->clock(&query, false);
  EXPECT_EQ(nfp->events().push.to_ulong(), 0b11U);
  EXPECT_FALSE(nfp->ready());
  nfp->clock(&query, false);
  EXPECT_EQ(nfp->events().push.to_ulong(), 0b01U);
  EXPECT_THROW(nfp->clock(nullptr, false), InvariantError);
}

TEST(OnlineNfp, HandshakesThatTheStateForbidsEndTheRun) {
  const models::NfpModel model = nfp_model(uneven_setup());
  const QueryRecord query{};
  models::online::ModelDirectionLane lane(model, false);
  EXPECT_THROW(lane.clock(nullptr, true), InvariantError);
  models::online::ModelDirectionLane full(model, false);
  full.clock(&query, false);
  EXPECT_THROW(full.clock(&query, false), InvariantError);
  models::online::ModelMlpEngine mlp(model, nullptr);
  EXPECT_THROW(mlp.clock(nullptr, true), InvariantError);
}

/// Makes the blocks that the model would make, and remembers what it was asked for.
class ModelFactory final : public models::online::Factory {
 public:
  std::unique_ptr<models::online::EngineLane> engine_lane(const models::NfpModel& model, const models::FunctionalNetwork& network, std::uint32_t lane) override {
    lanes.push_back(lane);
    return std::make_unique<models::online::ModelEngineLane>(model, lane, &network);
  }
  std::unique_ptr<models::online::DirectionLane> direction_lane(const models::NfpModel& model) override {
    ++directions;
    return std::make_unique<models::online::ModelDirectionLane>(model, true);
  }
  std::unique_ptr<models::online::MlpEngine> mlp_engine(const models::NfpModel& model, const models::FunctionalNetwork& network) override {
    ++mlps;
    return std::make_unique<models::online::ModelMlpEngine>(model, &network);
  }
  std::unique_ptr<models::online::NfpCore> nfp(const models::NfpModel& model, const models::FunctionalNetwork& network) override {
    return models::online::compose(model, &network);
  }

  std::vector<std::uint32_t> lanes;
  int directions = 0, mlps = 0;
};

TEST(OnlineNfp, BlocksComeFromTheFactoryWhereAskedFor) {
  Case c = random_functional_case(0);
  c.setup.engine.engines = 2 * static_cast<unsigned>(c.setup.grid.levels.size()) + 1;
  c.setup.engine.regroup = naive::Regroup::kReplicate;
  const models::NfpModel model = nfp_model(c.setup);
  const models::FunctionalNetwork network = case_network(c);
  std::vector<std::uint32_t> both_groups;
  for (std::size_t i = 0; i < 2 * model.levels.size(); ++i) both_groups.push_back(static_cast<std::uint32_t>(i % model.levels.size()));
  const naive::NfpResult twin = naive::simulate(c.setup, c.stimulus);
  for (unsigned choice = 0; choice < 8; ++choice) {
    const models::online::Implementations made{.encoding_engine = (choice & 1U) != 0, .direction_encoder = (choice & 2U) != 0, .mlp_engine = (choice & 4U) != 0};
    ModelFactory factory;
    const std::unique_ptr<models::online::NfpCore> core = models::online::compose(model, &network, made, &factory);
    EXPECT_EQ(factory.lanes, made.encoding_engine ? both_groups : std::vector<std::uint32_t>{});
    EXPECT_EQ(factory.directions, made.direction_encoder ? 1 : 0);
    EXPECT_EQ(factory.mlps, made.mlp_engine ? 1 : 0);
    const naive::NfpResult online = online_run(c, model, *core);
    EXPECT_EQ(difference(twin, online), "");
    EXPECT_EQ(twin.outputs, online.outputs);
  }
  ModelFactory factory;
  EXPECT_THROW((void)models::online::compose(model, &network, {.mlp_engine = true}), InvariantError);
  EXPECT_THROW((void)models::online::compose(model, nullptr, {.mlp_engine = true}, &factory), InvariantError);
}

}  // namespace
}  // namespace ngpcsim::contract
