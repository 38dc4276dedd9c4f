#include <gtest/gtest.h>

#include "tests/equiv/mlp/mlp_equivalence.h"

// Model and RTL of the MLP engine agree at every edge: ready, valid, the bits of the values, steps and counters.
namespace ngpcsim::equiv {
namespace {

constexpr std::uint64_t kCases = 150;

class MlpEquivalence : public testing::TestWithParam<std::size_t> {
 protected:
  [[nodiscard]] const MlpBuild& build() const { return mlp_builds()[GetParam()]; }
};

TEST_P(MlpEquivalence, AnyChainOfLayers) {
  for (std::uint64_t seed = 0; seed < kCases; ++seed) {
    const std::string found = chain_difference(seed, build());
    ASSERT_TRUE(found.empty()) << found;
  }
}

TEST_P(MlpEquivalence, TheNetworksOfANerf) {
  for (std::uint64_t seed = 0; seed < kCases; ++seed) {
    const std::string found = nerf_difference(seed, build());
    ASSERT_TRUE(found.empty()) << found;
  }
}

TEST_P(MlpEquivalence, AResetInFlightLeavesNothing) {
  for (std::uint64_t seed = 10'000; seed < 10'000 + kCases / 2; ++seed) {
    const std::string found = chain_difference(seed, build(), {.from_reset_in_flight = true});
    ASSERT_TRUE(found.empty()) << found;
  }
}

[[nodiscard]] std::string build_name(const testing::TestParamInfo<std::size_t>& build) { return std::string(mlp_builds()[build.param].build->name); }

INSTANTIATE_TEST_SUITE_P(Builds, MlpEquivalence, testing::Range<std::size_t>(0, mlp_builds().size()), build_name);

}  // namespace
}  // namespace ngpcsim::equiv
