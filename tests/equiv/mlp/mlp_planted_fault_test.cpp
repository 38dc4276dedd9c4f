#include <gtest/gtest.h>

#include "tests/equiv/mlp/mlp_equivalence.h"

// The test of the test: whatever the model has more or less of than the RTL is seen.
namespace ngpcsim::equiv {
namespace {

constexpr std::uint64_t kFaultCases = 24;

/// On how many cases of each build the comparison is red.
[[nodiscard]] std::uint64_t red(const std::function<void(ChainModel&)>& plant) {
  std::uint64_t count = 0;
  for (const MlpBuild& build : mlp_builds())
    for (std::uint64_t seed = 0; seed < kFaultCases; ++seed) count += chain_difference(seed, build, {.plant = plant}).empty() ? 0U : 1U;
  return count;
}

TEST(MlpPlantedFault, NoneIsRed) {
  EXPECT_EQ(red([](ChainModel&) {}), 0U);
}

TEST(MlpPlantedFault, SizesAreSeen) {
  EXPECT_GT(red([](ChainModel& m) { ++m.sizes.latency; }), 40U);
  EXPECT_GT(red([](ChainModel& m) { --m.sizes.latency; }), 40U);
  EXPECT_GT(red([](ChainModel& m) { ++m.sizes.output_depth; }), 8U);
  EXPECT_GT(red([](ChainModel& m) { ++m.sizes.feature_depth; }), 8U);
  EXPECT_GT(red([](ChainModel& m) { ++m.sizes.tile_queries; }), 8U);
  EXPECT_GT(red([](ChainModel& m) { m.sizes.weight_load_width *= 2; }), 24U);
  EXPECT_GT(red([](ChainModel& m) { m.sizes.rows *= 2; }), 8U);
}

TEST(MlpPlantedFault, RegistersAreSeen) {
  EXPECT_GT(red([](ChainModel& m) { m.double_buffering = !m.double_buffering; }), 12U);
  EXPECT_GT(red([](ChainModel& m) { m.layers.front().relu = !m.layers.front().relu; }), 12U);
  EXPECT_GT(red([](ChainModel& m) { m.layers.back().relu = !m.layers.back().relu; }), 12U);
  EXPECT_GT(red([](ChainModel& m) { m.layers.back().first_output_leaves = !m.layers.back().first_output_leaves; }), 24U);
}

}  // namespace
}  // namespace ngpcsim::equiv
