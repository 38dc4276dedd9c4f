// Neither the order in which the blocks are built nor a repetition changes a byte of the result, with several NFPs that fight for one memory.
#include <cstdint>

#include <gtest/gtest.h>

#include "tests/system/demo_run.h"

namespace ngpcsim {
namespace {

double busy_share(const DemoRun& run, const std::string& kind) {
  for (const auto& block : run.record.at("blocks"))
    if (block.at("name") == kind) return block.at("busy").get<double>() / (block.at("busy").get<double>() + block.at("stalled").get<double>());
  return -1.0;
}

TEST(Determinism, ConstructionOrderAndRepetition) {
  const DemoRun natural = run_demo({.set = contended(6)});
  EXPECT_GT(busy_share(natural, "memory"), 0.5) << "the NFPs should have to wait for each other";
  EXPECT_GT(natural.record.at("queries"), 1000);
  const std::string record = natural.record.dump();
  for (std::uint64_t seed = 0; seed <= 24; ++seed) {
    const DemoRun run = run_demo({.set = contended(6), .construction_seed = seed});
    ASSERT_EQ(run.result, natural.result) << "construction seed " << seed;
    ASSERT_EQ(run.record.dump(), record) << "construction seed " << seed;
  }
}

TEST(Determinism, WithTableLoadsAndOtherPolicies) {
  for (const char* policy : {"round_robin", "least_loaded"}) {
    auto set = contended(5);
    set.insert(set.end(), {std::string("chip.scheduler.policy=") + policy, "chip.nfp.encoding_engine.grid_sram.mode=reload",
                           "chip.nfp.encoding_engine.grid_sram.corner_reuse=cell", "workload.encoding.log2_table_entries=14"});
    const DemoRun natural = run_demo({.set = set, .frames = 2});
    for (std::uint64_t seed = 1; seed <= 5; ++seed) ASSERT_EQ(run_demo({.set = set, .frames = 2, .construction_seed = seed}).result, natural.result) << policy << seed;
  }
}

}  // namespace
}  // namespace ngpcsim
