#include <gtest/gtest.h>

#include "tests/equiv/mlp/mlp_equivalence.h"

// What mlp_equivalence_test.cpp does, on arrays of other shapes and on more cases.
namespace ngpcsim::equiv {
namespace {

constexpr std::uint64_t kFirstSeed = 1'000'000;
constexpr std::uint64_t kCasesPerRange = 500;
constexpr std::uint64_t kRanges = 4;

class MlpEquivalenceLong : public testing::TestWithParam<std::tuple<std::size_t, std::uint64_t>> {};

TEST_P(MlpEquivalenceLong, RtlEqualsModel) {
  const auto [build, range] = GetParam();
  for (std::uint64_t i = 0; i < kCasesPerRange; ++i) {
    const std::uint64_t seed = kFirstSeed + range * kCasesPerRange + i;
    const std::string chain = chain_difference(seed, mlp_builds()[build], {.from_reset_in_flight = i % 4 == 0});
    ASSERT_TRUE(chain.empty()) << chain;
    const std::string nerf = nerf_difference(seed, mlp_builds()[build]);
    ASSERT_TRUE(nerf.empty()) << nerf;
  }
}

using Parameter = testing::TestParamInfo<MlpEquivalenceLong::ParamType>;
[[nodiscard]] std::string range_name(const Parameter& parameter) {
  return std::string(mlp_builds()[std::get<0>(parameter.param)].build->name) + "_" + std::to_string(std::get<1>(parameter.param));
}

INSTANTIATE_TEST_SUITE_P(Builds, MlpEquivalenceLong,
                         testing::Combine(testing::Range<std::size_t>(0, mlp_builds().size()), testing::Range<std::uint64_t>(0, kRanges)), range_name);

}  // namespace
}  // namespace ngpcsim::equiv
