// The slow reading of cached grid SRAMs by itself, on cases small enough to be worked by hand.
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "tests/system/slow_chip.h"
#include "tests/system/slow_grid_cache.h"

namespace ngpcsim {
namespace {

std::vector<bool> hits(SlowTags tags, const std::vector<std::uint64_t>& lines) {
  std::vector<bool> hits;
  for (const std::uint64_t line : lines) hits.push_back(tags.look_up(line));
  return hits;
}

TEST(SlowTags, ASetReplacesTheLineWhoseLastLookUpIsOldest) {
  // 2 sets of 2 ways. Even lines: 0 and 2 fill the set, 0 is looked up again, so 4 takes the place of 2 and 2 that of 0; 4 stays.
  // Lines 1 and 3 are in the other set throughout.
  EXPECT_EQ(hits({2, 2}, {0, 1, 2, 3, 0, 4, 2, 4, 0, 1, 3}), (std::vector<bool>{false, false, false, false, true, false, false, true, false, true, true}));
  // Direct-mapped, 2 sets: 0 and 2 drive each other out.
  EXPECT_EQ(hits({2, 1}, {0, 0, 2, 0, 1, 0}), (std::vector<bool>{false, true, false, false, false, true}));
}

/// One NFP, all clocks alike, every crossing 1 edge, one lane that holds `levels` levels; the memory answers 4 edges behind a fetch.
SlowChipSetup small_chip(std::uint64_t levels, SlowRound round) {
  SlowChipSetup s{.memory_sync = 1, .host_sync = 1, .dispatch_cycles = 1, .bytes_per_cycle = 1000, .memory_latency = 1};
  s.pipeline.lanes = {{.passes = levels, .front_latency = 2, .back_latency = 2}};
  s.pipeline.load_cycles = {1};
  s.cache = SlowGridCacheSetup{.sets = 4, .ways = 1, .gate_queries = 1, .fill_buffer_lines = 2, .fill_cycles = 3};
  s.groups.push_back({.pixels = 1, .rounds = {std::move(round)}});
  return s;
}

/// The host's first kernel ends at edge 1, its launch is dispatched at 2 and its one batch visible at 3; the queries are read then and there at 7.
constexpr std::uint64_t kArrived = 7;

TEST(SlowGridCache, FetchesRunAheadAsFarAsTheFillBufferGoes) {
  const SlowChipRun run = run_slow_chip(small_chip(1, {{{{.lines = {0, 0, 1, 1}}}}, {{{.lines = {0, 2, 0, 2}}}}}));
  // Query 0 is looked up at 7 and query 1 at 8. Lines 0 and 1 are fetched at 8 and 9 and there at 13, from when query 0 is offered. The two places of the fill
  // buffer are free from 14 on, so line 2 is fetched at 14 and there at 18.
  // Query 0: accepted 13, front 14, issue 16, service 1 + 2 x 3, data at the join at 16 + 7 - 1 + 2 = 24.
  // Query 1: accepted 18, front 19, issue 23 behind the service of query 0, service 1 + 3, join 23 + 4 - 1 + 2 = 28.
  const auto& nfp = run.nfps[0];
  EXPECT_EQ(nfp.first_accept, kArrived + 6);
  EXPECT_EQ(nfp.first_join, 24u);
  EXPECT_EQ(nfp.last_join, 28u);
  EXPECT_EQ(nfp.levels[0].line_lookups, 8u);
  EXPECT_EQ(nfp.levels[0].line_misses, 3u);
  EXPECT_EQ(run.memory_read_bytes, 2u * 16 + 3 * 64);
  EXPECT_EQ(nfp.lanes[0].busy, 2u);
  EXPECT_EQ(nfp.lanes[0].conflict, 0u);
  EXPECT_EQ(nfp.lanes[0].line_fill, 9u);
  // Query 0 is offered 6 edges behind its arrival, and the lane is empty up to 16; query 1 is offered at 18 instead of 14, but no edge of the lane is empty.
  EXPECT_EQ(nfp.lanes[0].table_miss, 6u);
}

TEST(SlowGridCache, AQueryThatMissesNothingWaitsForItsTagsAlone) {
  SlowChipSetup setup = small_chip(2, {{{{.lines = {0}}, {.lines = {1}}}}, {{{.lines = {1}}, {.lines = {0}}}}});
  setup.cache->fill_buffer_lines = 100;
  const SlowChipRun run = run_slow_chip(setup);
  // Two passes an edge each: tags at 9 and 11. Lines 0 and 1 are fetched at 9 and 10 and there at 14; query 1 is offered behind query 0, not late.
  // Query 0: accepted 14, issue 17, service 2 + 6, join 17 + 8 - 1 + 2 = 26. Query 1: issue 25, service 2, join 28.
  const auto& nfp = run.nfps[0];
  EXPECT_EQ(nfp.first_accept, kArrived + 7);
  EXPECT_EQ(nfp.first_join, 26u);
  EXPECT_EQ(nfp.last_join, 28u);
  EXPECT_EQ(nfp.lanes[0].line_fill, 6u);
  EXPECT_EQ(nfp.lanes[0].table_miss, 7u);
}

TEST(SlowGridCache, GatesOfACopyAndReusedCellsAreCounted) {
  // Two copies of one level, a gate of four queries: each copy looks up two of them, in edges 7 and 8. Every copy has to miss line 5 by itself, and the second
  // query of each has the cell of the one before in its copy, so that it looks up nothing.
  const SlowPass pass{.service = 4, .lines = {5, 5}};
  SlowChipSetup setup = small_chip(1, SlowRound(4, SlowQuery{.passes = {pass}}));
  setup.pipeline.groups = 2;
  setup.reuse_cells = true;
  setup.cache->gate_queries = 4;
  const SlowChipRun run = run_slow_chip(setup);
  const auto& nfp = run.nfps[0];
  EXPECT_EQ(nfp.first_accept, 14u);  // the second line is fetched at 10
  EXPECT_EQ(nfp.levels[0].reused, 2u);
  EXPECT_EQ(nfp.levels[0].line_lookups, 4u);
  EXPECT_EQ(nfp.levels[0].line_misses, 2u);
  for (const SlowAccount& lane : nfp.lanes) {
    EXPECT_EQ(lane.busy, 2u);
    EXPECT_EQ(lane.conflict, 3u);
    EXPECT_EQ(lane.line_fill, 3u);
    EXPECT_EQ(lane.table_miss, 7u);
  }
}

}  // namespace
}  // namespace ngpcsim
