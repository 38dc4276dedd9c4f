// The chip against the slow one, on random small chips: the same edges.
#include <cstdint>
#include <string>

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

std::string frame_text(std::uint64_t end, std::uint64_t host_busy, std::uint64_t memory_busy, std::uint64_t batches) {
  return fmt::format("end {} host_busy {} memory_busy {} batches {}\n", end, host_busy, memory_busy, batches);
}

std::string model_text(const RandomChip& c, const models::ChipSetup& setup) {
  return testing_support::in_child([&] {
    const auto source = make_source(c.rounds);
    const models::RunRecord record = models::run_chip(setup, *source, std::vector<std::uint64_t>{0}, {});
    const auto block = [&](const std::string& name) {
      for (const auto& instance : record.instances)
        if (instance.name == name) return instance;
      throw std::runtime_error("no block " + name);
    };
    std::string text = frame_text(record.frames[0].end_host, record.frames[0].host_busy, block("memory").account.busy(), record.batches);
    for (std::size_t n = 0; n < c.setup.chip.nfps; ++n)
      text += nfp_text(n, block(fmt::format("nfp_{}.encoding_engine_0", n)).active_cycles, block(fmt::format("nfp_{}.mlp_engine", n)).active_cycles);
    return text;
  });
}

std::string slow_text(const RandomChip& c) {
  const SlowChipRun run = run_slow_chip(c.slow);
  std::string text = frame_text(run.end_host, run.host_busy, run.memory_busy, run.batches);
  for (std::size_t n = 0; n < run.nfps.size(); ++n) {
    const auto& nfp = run.nfps[n];
    const bool any = nfp.queries > 0;
    text += nfp_text(n, any ? nfp.last_join - nfp.first_accept + 1 : 0, any ? nfp.last_pop - nfp.first_join + 1 : 0);
  }
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

}  // namespace
}  // namespace ngpcsim
