#include <gtest/gtest.h>

#include "tests/equiv/nfp/nfp_builds.h"
#include "tests/equiv/nfp/nfp_equivalence.h"
#include "tests/equiv/nfp/sized_case.h"

// RTL and model of the whole NFP agree on every handshake, counter and value of random cases under random back-pressure on both sides.
namespace ngpcsim::equiv {
namespace {

constexpr std::uint64_t kCasesPerRange = 200;
constexpr std::uint64_t kRanges = 4;

class NfpEquivalence : public testing::TestWithParam<std::tuple<std::size_t, std::uint64_t>> {};

TEST_P(NfpEquivalence, RtlEqualsModel) {
  const auto [build, range] = GetParam();
  for (std::uint64_t i = 0; i < kCasesPerRange; ++i) {
    const std::string found = replayable_difference(range * kCasesPerRange + i, *nfp_builds()[build]);
    ASSERT_TRUE(found.empty()) << found;
  }
}

INSTANTIATE_TEST_SUITE_P(Random, NfpEquivalence, testing::Combine(testing::Range<std::size_t>(0, nfp_builds().size()), testing::Range<std::uint64_t>(0, kRanges)));

// Once a deadlock: the run-time library of Verilator looked for a block's scopes in the context of a block that was gone.
TEST(NfpBlocks, GoInAnyOrder) {
  make_and_drop(*nfp_builds().front(), *nfp_builds().back());
  make_and_drop(*nfp_builds().back(), *nfp_builds().front());
}

TEST(NfpReset, InFlightLeavesNothing) {
  for (const rtl::Build* build : nfp_builds()) {
    for (std::uint64_t seed = 0; seed < 25; ++seed) {
      const std::string found = nfp_difference_after_reset(sized_case(1000 + seed, build->sizes), *build, 10 + 37 * seed);
      ASSERT_TRUE(found.empty()) << build->name << " seed " << 1000 + seed << ": " << found;
    }
  }
}

}  // namespace
}  // namespace ngpcsim::equiv
