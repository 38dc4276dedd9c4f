#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/naive/nfp.h"
#include "tests/naive/plain_case.h"

// Hand-worked cases of docs/timing.md, section 2.3. Query i joins at i + 3 unless a case says otherwise.
namespace ngpcsim::naive {
namespace {

using testing::ElementsAre;

/// Two layers, tiles of four, weights of a layer (256) in two edges.
[[nodiscard]] NfpSetup two_layers() {
  NfpSetup setup = plain_setup();
  setup.mlp.layers = {Layer{}, Layer{}};
  setup.mlp.tile_queries = 4;
  setup.mlp.weight_load_width = 128;
  return setup;
}

TEST(NaiveMlp, LastQueryOfABatchClosesItsTile) {
  // Six queries: a tile of 4 and one of 2. weights(0) = 2; steps 4..7; weights 7 + 1 + 2 = 10: steps 10..13; weights 16: steps 16 17 (the
  // second tile closes); weights 17 + 3 = 20: steps 20 21.
  const NfpResult r = simulate(two_layers(), plain_stimulus(6));
  EXPECT_THAT(r.steps, ElementsAre(Step{4, 0, 0, 1}, Step{5, 0, 1, 1}, Step{6, 0, 2, 1}, Step{7, 0, 3, 1}, Step{10, 1, 0, 1},
                                   Step{11, 1, 1, 1}, Step{12, 1, 2, 1}, Step{13, 1, 3, 1}, Step{16, 0, 4, 1}, Step{17, 0, 5, 1},
                                   Step{20, 1, 4, 1}, Step{21, 1, 5, 1}));
  EXPECT_THAT(r.pop, ElementsAre(11, 12, 13, 14, 21, 22));
  // 23 edges: weights at 0 1, 8 9, 14 15, 18 19; nothing to do at 2 3 and 22.
  EXPECT_EQ(r.mlp, (EdgeCount{.busy = 12, .weights = 8, .input_empty = 3}));
  EXPECT_EQ(r.macs_clocked, 12U * 256);
  EXPECT_EQ(r.macs_useful, 12U * 256);
}

TEST(NaiveMlp, BatchesNeverShareATile) {
  Stimulus stimulus = plain_stimulus(3);
  stimulus.queries[0].last_of_batch = true;
  const NfpResult r = simulate(two_layers(), stimulus);
  EXPECT_EQ(r.steps.at(1), (Step{7, 1, 0, 1}));  // 4 + 1 + 2, before query 1 is looked at
}

TEST(NaiveMlp, DoubleBufferingLoadsFromTheFirstStepOn) {
  // weights(1) = 4 + 1 + 2 = 7, so phase 1 steps at 8..11; weights of the next tile 8 + 3 = 11: steps 12 13; weights 12 + 3 = 15.
  NfpSetup setup = two_layers();
  setup.mlp.double_buffering = true;
  const NfpResult r = simulate(setup, plain_stimulus(6));
  EXPECT_THAT(r.pop, ElementsAre(9, 10, 11, 12, 16, 17));
  // 18 edges: weights at 0 1 and 14; empty at 2 3 and 17.
  EXPECT_EQ(r.mlp, (EdgeCount{.busy = 12, .weights = 3, .input_empty = 3}));
}

TEST(NaiveMlp, OnePhaseKeepsItsWeights) {
  NfpSetup setup = plain_setup();
  setup.mlp.weight_load_width = 16;  // 256 / 16 = 16 edges, once
  EXPECT_THAT(simulate(setup, plain_stimulus(3)).pop, ElementsAre(17, 18, 19));
}

TEST(NaiveMlp, NextLayerWaitsForTheResult) {
  // One query per tile, La = 3, weights in one edge and ahead: 4, then max(weights 6, 4 + 3); tile 2: weights 7 + 2 = 9, then 12.
  NfpSetup setup = two_layers();
  setup.mlp.tile_queries = 1;
  setup.mlp.latency = 3;
  setup.mlp.double_buffering = true;
  setup.mlp.weight_load_width = 256;
  const NfpResult r = simulate(setup, plain_stimulus(2));
  EXPECT_THAT(r.pop, ElementsAre(10, 15));
  // Edge by edge: 0 weights, 1..3 empty, 4 step, 5 weights (before dependency), 6 dependency, 7 step, 8 weights, 9 step, 10 weights,
  // 11 dependency, 12 step, 13..15 nothing to come.
  EXPECT_EQ(r.mlp, (EdgeCount{.busy = 4, .weights = 4, .dependency = 2, .input_empty = 6}));
}

TEST(NaiveMlp, PackedStepsTakeWhatTheTileHas) {
  // 16 x 16 on 32 x 32: four queries per step. Tiles of six: 0..3, then 4 5; the last query closes its own. Steps one edge after the join
  // of their last query: 6 + 1, 8 + 1, 9 + 1. Results at 8, 10, 11 leave one per edge.
  NfpSetup setup = plain_setup();
  setup.mlp.rows = setup.mlp.cols = 32;
  setup.mlp.packing = true;
  setup.mlp.tile_queries = 6;
  const NfpResult r = simulate(setup, plain_stimulus(7));
  EXPECT_THAT(r.steps, ElementsAre(Step{7, 0, 0, 4}, Step{9, 0, 4, 2}, Step{10, 0, 6, 1}));
  EXPECT_THAT(r.pop, ElementsAre(8, 9, 10, 11, 12, 13, 14));
  EXPECT_EQ(r.macs_clocked, 3U * 1024);
  EXPECT_EQ(r.macs_useful, 7U * 256);
}

TEST(NaiveMlp, PackedStepNeedsAllItsSlots) {
  // As above with four slots: step 2 needs two, free once query 1 left at 9; step 3 needs one, free once query 2 left at 10.
  NfpSetup setup = plain_setup();
  setup.mlp.rows = setup.mlp.cols = 32;
  setup.mlp.packing = true;
  setup.mlp.tile_queries = 6;
  setup.mlp.output_queue_depth = 4;
  const NfpResult r = simulate(setup, plain_stimulus(7));
  EXPECT_THAT(r.steps, ElementsAre(Step{7, 0, 0, 4}, Step{10, 0, 4, 2}, Step{11, 0, 6, 1}));
  EXPECT_THAT(r.pop, ElementsAre(8, 9, 10, 11, 12, 13, 14));
  // weights at 0 (256 values at once), empty 1..6 and 12..14, full at 8 9.
  EXPECT_EQ(r.mlp, (EdgeCount{.busy = 3, .output_full = 2, .weights = 1, .input_empty = 9}));
}

TEST(NaiveMlp, WideLayersAreCutIntoArrayTilesOutputOutermost) {
  // 20 -> 40 is padded to 32 x 48: on 16 x 16 two tiles of inputs for each of three of outputs; the last hold 4 inputs and 8 neurons.
  NfpSetup setup = plain_setup();
  setup.mlp.layers[0].in = 20;
  setup.mlp.layers[0].out = 40;
  const std::vector<Phase> phases = lower(setup.mlp);
  ASSERT_EQ(phases.size(), 6U);
  EXPECT_EQ(phases[1].row0, 16U);
  EXPECT_EQ(phases[1].col0, 0U);
  EXPECT_EQ(phases[1].useful, 4U * 16);
  EXPECT_EQ(phases[5].col0, 32U);
  EXPECT_EQ(phases[5].useful, 4U * 8);
  EXPECT_EQ(simulate(setup, plain_stimulus(3)).macs_useful, 3U * 20 * 40);
}

}  // namespace
}  // namespace ngpcsim::naive
