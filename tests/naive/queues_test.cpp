#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/naive/nfp.h"
#include "tests/naive/plain_case.h"

// Hand-worked cases of docs/timing.md, section 2: queues and pipelines.
namespace ngpcsim::naive {
namespace {

using testing::ElementsAre;

TEST(NaiveQueues, OneQueryTakesOneEdgePerRegister) {
  // push 0; front 0 + 1; issue 1 + Lf = 2; out 2 + 1 - 1 + Lb = 3; join 3; step 3 + 1; ready 4 + La = 5.
  const NfpResult r = simulate(plain_setup(), plain_stimulus(1));
  EXPECT_THAT(r.accept, ElementsAre(0));
  EXPECT_THAT(r.lanes.at(0).push, ElementsAre(0));
  EXPECT_THAT(r.lanes.at(0).front, ElementsAre(1));
  EXPECT_THAT(r.lanes.at(0).issue, ElementsAre(2));
  EXPECT_THAT(r.join, ElementsAre(3));
  EXPECT_THAT(r.steps, ElementsAre(Step{4, 0, 0, 1}));
  EXPECT_THAT(r.pop, ElementsAre(5));
  EXPECT_EQ(r.edges, 6U);
}

TEST(NaiveQueues, EveryLatencyIsCountedOnce) {
  NfpSetup setup = plain_setup();
  setup.engine.front_latency = 4;
  setup.engine.back_latency = 5;
  setup.mlp.latency = 6;
  // issue 1 + 4 = 5; join 5 + 5 = 10; step 11; pop 11 + 6 = 17.
  const NfpResult r = simulate(setup, plain_stimulus(1));
  EXPECT_THAT(r.lanes.at(0).issue, ElementsAre(5));
  EXPECT_THAT(r.join, ElementsAre(10));
  EXPECT_THAT(r.pop, ElementsAre(17));
}

TEST(NaiveQueues, InputQueueOfOneRunsAtHalfRate) {
  NfpSetup setup = plain_setup();
  setup.engine.input_queue_depth = 1;
  // The slot filled at t is emptied at t + 1 and can be filled at t + 2.
  EXPECT_THAT(simulate(setup, plain_stimulus(4)).accept, ElementsAre(0, 2, 4, 6));
}

TEST(NaiveQueues, InputQueueOfTwoRunsAtFullRate) {
  NfpSetup setup = plain_setup();
  setup.engine.input_queue_depth = 2;
  EXPECT_THAT(simulate(setup, plain_stimulus(4)).accept, ElementsAre(0, 1, 2, 3));
}

TEST(NaiveQueues, IndexSlotIsHeldFromTheFrontToTheIssue) {
  NfpSetup setup = plain_setup();
  setup.engine.index_queue_depth = 1;
  setup.engine.front_latency = 3;
  // front 1, issue 1 + 3 = 4, next front 4 + 1 = 5: a period of Lf + 1 = 4.
  EXPECT_THAT(simulate(setup, plain_stimulus(3)).lanes.at(0).front, ElementsAre(1, 5, 9));
}

TEST(NaiveQueues, OutputSlotIsHeldFromTheIssueToTheJoin) {
  NfpSetup setup = plain_setup();
  setup.engine.output_queue_depth = 1;
  setup.engine.back_latency = 3;
  // issue 2, join 2 + 3 = 5, next issue 5 + 1 = 6: a period of Lb + 1 = 4. Between them the engine is free (at 3) but full until 6.
  const NfpResult r = simulate(setup, plain_stimulus(3));
  EXPECT_THAT(r.lanes.at(0).issue, ElementsAre(2, 6, 10));
  // Pop of the last: join 13, step 14, pop 15, so 16 edges: 3 busy, 3 + 3 full, the other 7 (0, 1 and 11..15) empty.
  EXPECT_EQ(r.lanes.at(0).edges, (EdgeCount{.busy = 3, .output_full = 6, .input_empty = 7}));
}

TEST(NaiveQueues, FeatureBufferOfOneRunsAtHalfRate) {
  NfpSetup setup = plain_setup();
  setup.feature_buffer_queries = 1;
  EXPECT_THAT(simulate(setup, plain_stimulus(3)).join, ElementsAre(3, 5, 7));
}

TEST(NaiveQueues, OutputQueueOfOneHoldsTheArrayUntilThePop) {
  NfpSetup setup = plain_setup();
  setup.mlp.output_queue_depth = 1;
  setup.mlp.latency = 2;
  // step 4, pop 6, next step 7: a period of La + 1 = 3; the edges between are `output_full` (5 6, 8 9), 0..3 and 11, 12 empty.
  const NfpResult r = simulate(setup, plain_stimulus(3));
  EXPECT_THAT(r.pop, ElementsAre(6, 9, 12));
  EXPECT_EQ(r.mlp, (EdgeCount{.busy = 3, .output_full = 4, .weights = 1, .input_empty = 5}));
}

TEST(NaiveQueues, QueryIsNotOfferedBeforeItsChunkIsThere) {
  Stimulus stimulus = plain_stimulus(3);
  stimulus.queries[1].not_before = 10;
  EXPECT_THAT(simulate(plain_setup(), stimulus).accept, ElementsAre(0, 10, 11));
}

TEST(NaiveQueues, TheOrderInWhichBlocksAreEvaluatedDoesNotMatter) {
  NfpSetup setup = plain_setup();
  setup.grid.levels = {Level{15.0F, {}}, Level{10.0F, {}}, Level{22.0F, {}}};
  setup.engine.engines = 2;
  setup.engine.bank_map = BankMap::kLow;
  setup.engine.input_queue_depth = setup.engine.index_queue_depth = 1;
  setup.direction = DirectionSetup{};
  Stimulus stimulus = plain_stimulus(60);
  stimulus.valid = {1, 60};
  stimulus.ready = {2, 40};
  const NfpResult down = Nfp(setup, stimulus).run(Order::kDownstream);
  const NfpResult up = Nfp(setup, stimulus).run(Order::kUpstream);
  EXPECT_EQ(down.pop, up.pop);
  EXPECT_EQ(down.steps, up.steps);
  for (std::size_t lane = 0; lane < down.lanes.size(); ++lane) {
    EXPECT_EQ(down.lanes[lane].push, up.lanes[lane].push);
    EXPECT_EQ(down.lanes[lane].issue, up.lanes[lane].issue);
    EXPECT_EQ(down.lanes[lane].edges, up.lanes[lane].edges);
  }
}

}  // namespace
}  // namespace ngpcsim::naive
