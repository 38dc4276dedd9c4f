// The chip against the slow one, on random small chips: the same edges.
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
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
  return fmt::format("nfp_{} lane {} busy {} output_full {} conflict {} line_fill {} table_miss {} page_sweep {}\n", nfp, lane, a.busy, a.output_full,
                     a.conflict, a.line_fill, a.table_miss, a.page_sweep);
}

std::string sweep_text(std::size_t nfp, std::size_t lane, const SlowAccount& a) {
  return fmt::format("nfp_{} page_sweep_{} busy {} output_full {} conflict {} page_fill {} page_load {}\n", nfp, lane, a.busy, a.output_full, a.conflict,
                     a.page_fill, a.page_load);
}

std::string sweeps_text(std::uint64_t instances, std::uint64_t busy, std::uint64_t page_bytes, const SlowPagingCounts& c) {
  return fmt::format("page_sweep {} busy {} pages of {} sweeps {} uses {} hits {} loads {} read_bytes {} delivered {}\n", instances, busy, page_bytes, c.sweeps,
                     c.uses, c.hits, c.loads, c.read_bytes, c.delivered_bytes);
}

std::string look_ups_text(std::size_t level, std::uint64_t lookups, std::uint64_t accesses, const std::array<std::uint64_t, 9>& by_fullest) {
  return fmt::format("level {} lookups {} accesses {} by fullest bank {}\n", level, lookups, accesses, fmt::join(by_fullest, " "));
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
          .table_miss = account.stalled(kTableMiss),
          .page_fill = account.stalled(kPageFill),
          .page_load = account.stalled(kPageLoad),
          .page_sweep = account.stalled(kPageSweep)};
}

/// What is compared of chips with grid caches or pages also.
template <class Block>
std::string lanes_text(const RandomChip& c, const models::RunRecord& record, const Block& block) {
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

template <class Block>
std::string pages_text(const RandomChip& c, const models::RunRecord& record, const Block& block) {
  std::string text;
  for (std::size_t n = 0; n < c.setup.chip.nfps; ++n)
    for (std::size_t lane = 0; lane < c.slow.paging->lanes.size(); ++lane)
      if (!c.slow.paging->lanes[lane].pages.empty()) text += sweep_text(n, lane, account_of(block(fmt::format("nfp_{}.page_sweep_{}", n, lane)).account));
  for (std::size_t l = 0; l < record.levels.size(); ++l)
    text += look_ups_text(l, record.levels[l].lookups, record.levels[l].accesses, record.levels[l].conflict_histogram);
  if (!record.paging) return text;
  const models::PagingRecord& p = *record.paging;
  models::BlockRecord all{.name = "page_sweep", .instances = 0, .active_cycles = 0, .first = std::nullopt, .account = {}};
  for (const models::BlockRecord& kind : record.blocks)
    if (kind.name == all.name) all = kind;
  return text + sweeps_text(all.instances, all.account.busy(), p.page_bytes,
                            {.sweeps = p.sweeps,
                             .uses = p.uses,
                             .hits = p.hits,
                             .loads = p.loads,
                             .read_bytes = p.read_bytes,
                             .delivered_bytes = p.delivered_bytes});
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
    if (c.slow.cache || c.slow.paging) text += lanes_text(c, record, block);
    if (c.slow.paging) text += pages_text(c, record, block);
    return text;
  });
}

std::vector<SlowLevelCounts> summed_levels(const RandomChip& c, const SlowChipRun& run) {
  std::vector<SlowLevelCounts> levels(c.setup.levels.size());
  for (const auto& nfp : run.nfps)
    for (std::size_t l = 0; l < nfp.levels.size(); ++l) {
      levels[l].reused += nfp.levels[l].reused;
      levels[l].line_lookups += nfp.levels[l].line_lookups;
      levels[l].line_misses += nfp.levels[l].line_misses;
      levels[l].lookups += nfp.levels[l].lookups;
      levels[l].accesses += nfp.levels[l].accesses;
      for (std::size_t n = 0; n < levels[l].by_fullest.size(); ++n) levels[l].by_fullest[n] += nfp.levels[l].by_fullest[n];
    }
  return levels;
}

std::string lanes_text(const RandomChip& c, const SlowChipRun& run) {
  std::string text;
  for (std::size_t n = 0; n < run.nfps.size(); ++n)
    for (std::size_t lane = 0; lane < run.nfps[n].lanes.size(); ++lane) text += lane_text(n, lane, run.nfps[n].lanes[lane]);
  const std::vector<SlowLevelCounts> levels = summed_levels(c, run);
  for (std::size_t l = 0; l < levels.size(); ++l) text += level_text(l, levels[l]);
  return text + bytes_text(run.memory_read_bytes, run.memory_write_bytes);
}

std::string pages_text(const RandomChip& c, const SlowChipRun& run) {
  std::string text;
  std::uint64_t instances = 0, busy = 0;
  for (std::size_t n = 0; n < run.nfps.size(); ++n)
    for (std::size_t lane = 0; lane < c.slow.paging->lanes.size(); ++lane) {
      if (c.slow.paging->lanes[lane].pages.empty()) continue;
      text += sweep_text(n, lane, run.nfps[n].sweep_lanes[lane]);
      ++instances;
      busy += run.nfps[n].sweep_lanes[lane].busy;
    }
  const std::vector<SlowLevelCounts> levels = summed_levels(c, run);
  for (std::size_t l = 0; l < levels.size(); ++l) text += look_ups_text(l, levels[l].lookups, levels[l].accesses, levels[l].by_fullest);
  if (instances == 0) return text;  // no lane is paged
  return text + sweeps_text(instances, busy, c.setup.chip.nfp.encoding_engine.grid_sram.paging.page_kib * 1024, run.paging);
}

std::string slow_text(const RandomChip& c) {
  const SlowChipRun run = run_slow_chip(c.slow);
  std::string text = frames_text(run.end_host, run.host_busy, run.memory_busy, run.batches);
  for (std::size_t n = 0; n < run.nfps.size(); ++n) {
    const auto& nfp = run.nfps[n];
    const bool any = nfp.queries > 0;
    text += nfp_text(n, any ? nfp.last_join - nfp.first_accept + 1 : 0, any ? nfp.last_pop - nfp.first_join + 1 : 0);
  }
  if (c.slow.cache || c.slow.paging) text += lanes_text(c, run);
  if (c.slow.paging) text += pages_text(c, run);
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

/// Chips whose grid SRAMs hold pages of tables: the same edges, the same counters.
TEST(SlowChip, GivesTheSameEdgesWithPages) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    Rng rng(seed);
    const RandomChip c = random_paged_chip(rng);
    EXPECT_EQ(model_text(c, c.setup), slow_text(c)) << "seed " << seed;
  }
}

}  // namespace
}  // namespace ngpcsim
