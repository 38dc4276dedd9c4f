#include <gtest/gtest.h>

#include "tests/equiv/nfp/nfp_builds.h"
#include "tests/equiv/nfp/nfp_equivalence.h"

// The same as nfp_equivalence_test, on more builds and with other seeds: 60 000 cases.
namespace ngpcsim::equiv {
namespace {

constexpr std::uint64_t kFirstSeed = 1'000'000;
constexpr std::uint64_t kCasesPerRange = 1'000;
constexpr std::uint64_t kRanges = 10;

class NfpEquivalenceLong : public testing::TestWithParam<std::tuple<std::size_t, std::uint64_t>> {};

TEST_P(NfpEquivalenceLong, RtlEqualsModel) {
  const auto [build, range] = GetParam();
  for (std::uint64_t i = 0; i < kCasesPerRange; ++i) {
    const std::string found = replayable_difference(kFirstSeed + range * kCasesPerRange + i, *nfp_builds()[build]);
    ASSERT_TRUE(found.empty()) << found;
  }
}

INSTANTIATE_TEST_SUITE_P(Random, NfpEquivalenceLong,
                         testing::Combine(testing::Range<std::size_t>(0, nfp_builds().size()), testing::Range<std::uint64_t>(0, kRanges)));

}  // namespace
}  // namespace ngpcsim::equiv
