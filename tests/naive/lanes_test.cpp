#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/naive/nfp.h"
#include "tests/naive/plain_case.h"

// Hand-worked cases of docs/timing.md, section 2: fork, join, passes, groups, service.
namespace ngpcsim::naive {
namespace {

using testing::ElementsAre;

/// Edges between the issues of two equal queries: the service of the first.
[[nodiscard]] Edge service(const NfpSetup& setup) {
  const NfpResult r = simulate(setup, plain_stimulus(2));
  return r.lanes.at(0).issue.at(1) - r.lanes.at(0).issue.at(0);
}

TEST(NaiveLanes, ForkIsEagerAndJoinWaits) {
  // Bank map `low`: level of resolution 16 costs 4; resolution 11 has corners 0 1 11 12 121 122 132 133, banks 0 1 3 4 1 2 4 5: 2.
  NfpSetup setup = plain_setup();
  setup.grid.levels = {Level{15.0F, {}}, Level{10.0F, {}}};
  setup.engine.engines = 2;
  setup.engine.bank_map = BankMap::kLow;
  setup.engine.input_queue_depth = setup.engine.index_queue_depth = 1;
  const NfpResult r = simulate(setup, plain_stimulus(4));
  // push = previous front + 1; front = max(push + 1, previous issue + 1); issue = max(front + 1, previous issue + 4 or 2).
  EXPECT_THAT(r.lanes.at(0).issue, ElementsAre(2, 6, 10, 14));
  EXPECT_THAT(r.lanes.at(0).front, ElementsAre(1, 3, 7, 11));
  EXPECT_THAT(r.lanes.at(0).push, ElementsAre(0, 2, 4, 8));
  EXPECT_THAT(r.lanes.at(1).front, ElementsAre(1, 3, 5, 7));
  EXPECT_THAT(r.lanes.at(1).issue, ElementsAre(2, 4, 6, 8));
  // Query 3 is offered at 5: lane 1 takes it at 6 and not again, lane 0 at 8.
  EXPECT_THAT(r.lanes.at(1).push, ElementsAre(0, 2, 4, 6));
  EXPECT_THAT(r.accept, ElementsAre(0, 2, 4, 8));
  // Lane 0 finishes at issue + 4 - 1, one edge of back pipeline later the join takes both.
  EXPECT_THAT(r.join, ElementsAre(6, 10, 14, 18));
  EXPECT_EQ(r.levels.at(0), (LevelCount{.passes = 4, .lookups = 32, .accesses = 32, .conflicts = 12, .by_fullest_bank = {0, 0, 0, 0, 4}}));
  EXPECT_EQ(r.levels.at(1), (LevelCount{.passes = 4, .lookups = 32, .accesses = 32, .conflicts = 4, .by_fullest_bank = {0, 0, 4}}));
}

TEST(NaiveLanes, OneBankServesEightCornersInEightEdges) {
  NfpSetup setup = plain_setup();
  setup.engine.banks = 1;
  EXPECT_EQ(service(setup), 8U);
  const NfpResult r = simulate(setup, plain_stimulus(2));
  EXPECT_EQ(r.lanes.at(0).edges.busy, 2U);
  EXPECT_EQ(r.lanes.at(0).edges.conflict, 14U);
}

/// Queries in cells 0, 2, 4, 6 along x, which under `low` take banks 0 1, 2 3, 4 5, 6 7 four times each.
[[nodiscard]] Stimulus apart() {
  Stimulus stimulus = plain_stimulus(4);
  for (std::size_t i = 0; i < 4; ++i) stimulus.queries[i].position[0] = static_cast<float>(2 * i) / 15.0F;
  return stimulus;
}

TEST(NaiveLanes, OverlapUsesBanksThatHaveNothingToDo) {
  NfpSetup setup = plain_setup();
  setup.engine.bank_map = BankMap::kLow;
  const auto run = [&](unsigned window) {
    setup.engine.window = window;
    return simulate(setup, apart());
  };
  EXPECT_THAT(run(1).lanes.at(0).issue, ElementsAre(2, 6, 10, 14));
  // last = issue + 3; with two places the third pass enters behind the last access of the first. join = last + 1.
  const NfpResult two = run(2);
  EXPECT_THAT(two.lanes.at(0).issue, ElementsAre(2, 3, 6, 7));
  EXPECT_THAT(two.join, ElementsAre(6, 7, 10, 11));
  const NfpResult four = run(4);
  EXPECT_THAT(four.lanes.at(0).issue, ElementsAre(2, 3, 4, 5));
  EXPECT_THAT(four.join, ElementsAre(6, 7, 8, 9));
  // The first is the oldest from 2 to 5, the others for one edge each.
  EXPECT_EQ(four.lanes.at(0).edges.busy, 4U);
  EXPECT_EQ(four.lanes.at(0).edges.conflict, 3U);
  EXPECT_EQ(four.levels.at(0).conflicts, 12U) << "what a level counts does not know the policy";
}

TEST(NaiveLanes, OverlapServesABankInOrderOfPasses) {
  // All in cell 0, four accesses of two beats to each of two banks: issue 2, 3; last 2 + 8 - 1, 9 + 8. Passes leave a part per edge at best.
  NfpSetup setup = plain_setup();
  setup.engine.bank_map = BankMap::kLow;
  setup.engine.features_per_cycle = 1;
  setup.engine.window = 2;
  const NfpResult r = simulate(setup, plain_stimulus(2));
  EXPECT_THAT(r.lanes.at(0).issue, ElementsAre(2, 3));
  EXPECT_THAT(r.join, ElementsAre(10, 18));
  EXPECT_EQ(r.lanes.at(0).edges.busy, 4U);
  EXPECT_EQ(r.lanes.at(0).edges.conflict, 12U);
}

TEST(NaiveLanes, OverlapLeavesOnePartAnEdgeInOrder) {
  // The second query falls into the cell of the first and makes no access: it has its two beats as the oldest.
  NfpSetup setup = plain_setup();
  setup.engine.features_per_cycle = 1;
  setup.engine.corner_reuse = true;
  setup.engine.window = 4;
  const NfpResult r = simulate(setup, plain_stimulus(3));
  EXPECT_THAT(r.lanes.at(0).issue, ElementsAre(2, 3, 4));
  EXPECT_THAT(r.join, ElementsAre(4, 6, 8));
  EXPECT_EQ(r.lanes.at(0).edges.busy, 6U);
  EXPECT_EQ(r.lanes.at(0).edges.conflict, 0U);
  EXPECT_EQ(r.levels.at(0).reused, 2U);
}

TEST(NaiveLanes, FourCornersInTwoDimensions) {
  NfpSetup setup = plain_setup();
  setup.grid.dims = 2;
  setup.engine.banks = 1;
  EXPECT_EQ(service(setup), 4U);
}

TEST(NaiveLanes, EveryCornerInOneEntryNeedsOneEdgeEachWhateverTheBanks) {
  // A tiled grid of base resolution 1 has one entry.
  NfpSetup setup = plain_setup();
  setup.grid.kind = Grid::kTiled;
  setup.grid.base_resolution = 1;
  setup.engine.banks = 16;
  EXPECT_EQ(service(setup), 8U);
  setup.engine.word_entries = 2;  // comparators merge what shares a word
  EXPECT_EQ(service(setup), 1U);
}

TEST(NaiveLanes, WordsOfTwoMergeNeighboursInX) {
  // Words 0 8 128 136, all in bank 0 of 8 under `low`: 4 accesses; under `xor` banks 0 1 2 3: one edge.
  NfpSetup setup = plain_setup();
  setup.engine.word_entries = 2;
  setup.engine.bank_map = BankMap::kLow;
  EXPECT_EQ(service(setup), 4U);
  EXPECT_EQ(simulate(setup, plain_stimulus(2)).levels.at(0).accesses, 8U);
  setup.engine.bank_map = BankMap::kXor;
  EXPECT_EQ(service(setup), 1U);
}

TEST(NaiveLanes, BeatsMultiplyEveryAccess) {
  // F = 8 at 2 per edge: 4 beats; under `low` 4 accesses to a bank, 16 edges, of which 4 busy.
  NfpSetup setup = plain_setup();
  setup.grid.features = 8;
  setup.engine.bank_map = BankMap::kLow;
  EXPECT_EQ(service(setup), 16U);
  EXPECT_EQ(simulate(setup, plain_stimulus(1)).lanes.at(0).edges.busy, 4U);
}

TEST(NaiveLanes, ReuseOfTheCellCostsOnlyTheBeats) {
  NfpSetup setup = plain_setup();
  setup.engine.bank_map = BankMap::kLow;
  setup.engine.corner_reuse = true;
  Stimulus stimulus = plain_stimulus(5);
  stimulus.queries[2].position[0] = 0.5F;  // fma(15, 0.5, 0.5) = 8: another cell
  // Services 4 (registers empty), 1, 4 (corners 8 + the same, banks 0 1), 4 (back again: only one cell is kept), 1.
  const NfpResult r = simulate(setup, stimulus);
  EXPECT_THAT(r.lanes.at(0).issue, ElementsAre(2, 6, 7, 11, 15));
  EXPECT_EQ(r.levels.at(0), (LevelCount{.passes = 5, .lookups = 40, .reused = 2, .accesses = 24, .conflicts = 9, .by_fullest_bank = {2, 0, 0, 0, 3}}));
}

TEST(NaiveLanes, PassesFollowOneAnotherInOneEngine) {
  // Three levels on two engines: engine 0 has levels 0 and 2 (both cost 4 under `low`: resolution 32 has corners 0 1 32 33 1024 ..).
  NfpSetup setup = plain_setup();
  setup.grid.levels = {Level{15.0F, {}}, Level{10.0F, {}}, Level{31.0F, {}}};
  setup.engine.engines = 2;
  setup.engine.bank_map = BankMap::kLow;
  const NfpResult r = simulate(setup, plain_stimulus(3));
  EXPECT_THAT(r.lanes.at(0).front, ElementsAre(1, 3, 5));  // two index records each
  EXPECT_THAT(r.lanes.at(1).front, ElementsAre(1, 2, 3));
  EXPECT_THAT(r.lanes.at(0).issue, ElementsAre(2, 10, 18));
  EXPECT_THAT(r.lanes.at(1).issue, ElementsAre(2, 4, 6));
  EXPECT_EQ(r.lanes.at(0).edges.busy, 6U);
  EXPECT_EQ(r.lanes.at(0).edges.conflict, 18U);
}

TEST(NaiveLanes, ReplicatedGroupsTakeTurns) {
  // One level, two engines, eight edges each: query i goes to engine i mod 2, so two queries per eight edges.
  NfpSetup setup = plain_setup();
  setup.engine.engines = 2;
  setup.engine.banks = 1;
  const NfpResult r = simulate(setup, plain_stimulus(5));
  EXPECT_THAT(r.lanes.at(0).issue, ElementsAre(2, 10, 18));
  EXPECT_THAT(r.lanes.at(1).issue, ElementsAre(3, 11));
  EXPECT_THAT(r.join, ElementsAre(10, 11, 18, 19, 26));
}

TEST(NaiveLanes, ShardedEnginesActAsOneWithAllBanks) {
  // Five engines, one level: the largest power of two is four, 4 x 2 = 8 banks, all eight corners apart under `xor`.
  NfpSetup setup = plain_setup();
  setup.engine.engines = 5;
  setup.engine.banks = 2;
  setup.engine.regroup = Regroup::kShard;
  EXPECT_EQ(service(setup), 1U);
  EXPECT_EQ(simulate(setup, plain_stimulus(1)).lanes.size(), 1U);
}

TEST(NaiveLanes, DirectionIsEvaluatedOncePerRay) {
  NfpSetup setup = plain_setup();
  setup.direction = DirectionSetup{.per_ray = true, .interval = 5, .latency = 2, .input_queue_depth = 8, .index_queue_depth = 8,
                                   .output_queue_depth = 8};
  Stimulus stimulus = plain_stimulus(4);
  for (std::size_t i = 0; i < 4; ++i) stimulus.queries[i].ray = i < 2 ? 7 : 8;
  // Front 1, operand register, issue 2. Services 5 1 5 1: issues 2, 7, 8, 13; results 2 + 4 + 2 = 8, 9, 14, 15.
  const NfpResult r = simulate(setup, stimulus);
  EXPECT_THAT(r.lanes.at(1).front, ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(r.lanes.at(1).issue, ElementsAre(2, 7, 8, 13));
  EXPECT_THAT(r.join, ElementsAre(8, 9, 14, 15));
  EXPECT_EQ(r.lanes.at(1).edges.busy, 4U);
  EXPECT_EQ(r.lanes.at(1).edges.conflict, 8U);
  EXPECT_EQ(r.direction_evaluations, 2U);
  setup.direction->per_ray = false;
  EXPECT_THAT(simulate(setup, stimulus).lanes.at(1).issue, ElementsAre(2, 7, 12, 17));
}

TEST(NaiveLanes, DirectionSeesEveryQueryOfEveryGroup) {
  NfpSetup setup = plain_setup();
  setup.engine.engines = 2;
  setup.direction = DirectionSetup{};
  const NfpResult r = simulate(setup, plain_stimulus(5));
  EXPECT_EQ(r.lanes.at(0).issue.size(), 3U);
  EXPECT_EQ(r.lanes.at(1).issue.size(), 2U);
  EXPECT_EQ(r.lanes.at(2).issue.size(), 5U);
}

}  // namespace
}  // namespace ngpcsim::naive
