// The chip against the slow one, on random small chips: the same edges.
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/support/child_process.h"
#include "tests/system/model_factory.h"
#include "tests/system/random_chip.h"

namespace ngpcsim {
namespace {

std::string nfp_text(std::size_t n, std::uint64_t encoding_active, std::uint64_t mlp_active) {
  return fmt::format("nfp_{} encoding {} mlp {}\n", n, encoding_active, mlp_active);
}

std::string frames_text(std::uint64_t end, std::uint64_t host_busy, std::uint64_t memory_busy, std::uint64_t batches) {
  return fmt::format("end {} host_busy {} memory_busy {} batches {}\n", end, host_busy, memory_busy, batches);
}

std::string lane_text(std::size_t nfp, std::size_t lane, const SlowAccount& a) {
  return fmt::format("nfp_{} lane {} busy {} output_full {} conflict {} line_fill {} table_miss {}\n", nfp, lane, a.busy, a.output_full, a.conflict,
                     a.line_fill, a.table_miss);
}

std::string level_text(std::size_t level, const SlowLevelCounts& c) {
  return fmt::format("level {} reused {} line_lookups {} line_misses {}\n", level, c.reused, c.line_lookups, c.line_misses);
}

std::string bytes_text(std::uint64_t read, std::uint64_t written) { return fmt::format("memory read {} written {}\n", read, written); }

/// Of a lane: its busy edges and its stalls.
SlowAccount account_of(const stats::CycleAccount& account) {
  using enum stats::StallReason;
  return {.busy = account.busy(),
          .output_full = account.stalled(kOutputFull),
          .conflict = account.stalled(kConflict),
          .line_fill = account.stalled(kLineFill),
          .table_miss = account.stalled(kTableMiss)};
}

/// What is compared of chips with grid caches also.
template <class Block>
std::string cache_text(const RandomChip& c, const models::RunRecord& record, const Block& block) {
  std::string text;
  const std::size_t lanes = c.slow.pipeline.groups * c.slow.pipeline.lanes.size();
  for (std::size_t n = 0; n < c.setup.chip.nfps; ++n) {
    for (std::size_t lane = 0; lane < lanes; ++lane)
      text += lane_text(n, lane, account_of(block(fmt::format("nfp_{}.encoding_engine_{}", n, lane)).account));
    if (c.slow.pipeline.direction) text += lane_text(n, lanes, account_of(block(fmt::format("nfp_{}.direction_encoder", n)).account));
  }
  for (std::size_t l = 0; l < record.levels.size(); ++l)
    text += level_text(l, {.reused = record.levels[l].reused, .line_lookups = record.levels[l].line_lookups, .line_misses = record.levels[l].line_misses});
  return text + bytes_text(record.memory_read_bytes, record.memory_write_bytes);
}

std::string model_text(const RandomChip& c, const models::ChipSetup& setup) {
  return testing_support::in_child([&] {
    const auto source = make_source(c.rounds);
    const models::RunRecord record = models::run_chip(setup, *source, std::vector<std::uint64_t>(c.slow.frames, 0), {});
    const auto block = [&](const std::string& name) {
      for (const auto& instance : record.instances)
        if (instance.name == name) return instance;
      throw std::runtime_error("no block " + name);
    };
    std::uint64_t host_busy = 0;
    for (const models::FrameRecord& frame : record.frames) host_busy += frame.host_busy;
    std::string text = frames_text(record.frames.back().end_host, host_busy, block("memory").account.busy(), record.batches);
    for (std::size_t n = 0; n < c.setup.chip.nfps; ++n)
      text += nfp_text(n, block(fmt::format("nfp_{}.encoding_engine_0", n)).active_cycles, block(fmt::format("nfp_{}.mlp_engine", n)).active_cycles);
    if (c.slow.cache) text += cache_text(c, record, block);
    return text;
  });
}

std::string cache_text(const RandomChip& c, const SlowChipRun& run) {
  std::string text;
  std::vector<SlowLevelCounts> levels(c.setup.levels.size());
  for (std::size_t n = 0; n < run.nfps.size(); ++n) {
    for (std::size_t lane = 0; lane < run.nfps[n].lanes.size(); ++lane) text += lane_text(n, lane, run.nfps[n].lanes[lane]);
    for (std::size_t l = 0; l < run.nfps[n].levels.size(); ++l) {
      levels[l].reused += run.nfps[n].levels[l].reused;
      levels[l].line_lookups += run.nfps[n].levels[l].line_lookups;
      levels[l].line_misses += run.nfps[n].levels[l].line_misses;
    }
  }
  for (std::size_t l = 0; l < levels.size(); ++l) text += level_text(l, levels[l]);
  return text + bytes_text(run.memory_read_bytes, run.memory_write_bytes);
}

std::string slow_text(const RandomChip& c) {
  const SlowChipRun run = run_slow_chip(c.slow);
  std::string text = frames_text(run.end_host, run.host_busy, run.memory_busy, run.batches);
  for (std::size_t n = 0; n < run.nfps.size(); ++n) {
    const auto& nfp = run.nfps[n];
    const bool any = nfp.queries > 0;
    text += nfp_text(n, any ? nfp.last_join - nfp.first_accept + 1 : 0, any ? nfp.last_pop - nfp.first_join + 1 : 0);
  }
  if (c.slow.cache) text += cache_text(c, run);
  return text;
}

void expect_same_edges(std::uint64_t seed) {
  Rng rng(seed);
  const RandomChip c = random_chip(rng);
  EXPECT_EQ(model_text(c, c.setup), slow_text(c)) << "seed " << seed;
}

void expect_same_edges_clocked(std::uint64_t seed, const RandomChip& c) {
  ModelFactory factory;
  models::ChipSetup setup = c.setup;
  setup.chip.nfp.implementation = models::Implementation::kRtl;
  setup.rtl = &factory;
  EXPECT_EQ(model_text(c, setup), slow_text(c)) << "seed " << seed;
}

TEST(SlowChip, GivesTheSameEdges) {
  for (std::uint64_t seed = 1; seed <= 400; ++seed) expect_same_edges(seed);
}

/// Chips in which requests of one NFP that were computed in one order and sent in another become visible to a slower memory at one edge: they are served
/// in the order in which they are sent.
TEST(SlowChip, RequestsOfOneNfpKeepTheOrderOfSending) {
  for (const std::uint64_t seed : {1267u, 1314u, 1860u}) expect_same_edges(seed);
}

/// NFPs that are clocked edge by edge give them, too.
TEST(SlowChip, GivesTheSameEdgesAsClockedNfps) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Rng rng(seed);
    expect_same_edges_clocked(seed, random_chip(rng));
  }
}

/// Reads that wait for their turn fall on the edges of writes that were not known when they were due: writes go first, of either kind of NFP.
TEST(SlowChip, WritesGoBeforeReadsOfTheSameEdge) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Rng rng(seed);
    const RandomChip c = random_quick_chip(rng);
    EXPECT_EQ(model_text(c, c.setup), slow_text(c)) << "seed " << seed;
    if (seed <= 10) expect_same_edges_clocked(seed, c);
  }
}

/// Chips whose grid SRAMs are caches: the same edges, the same counters.
TEST(SlowChip, GivesTheSameEdgesWithGridCaches) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    Rng rng(seed);
    const RandomChip c = random_cached_chip(rng);
    EXPECT_EQ(model_text(c, c.setup), slow_text(c)) << "seed " << seed;
  }
}

}  // namespace
}  // namespace ngpcsim
