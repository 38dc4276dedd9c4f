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

// The test of the test: one edge more or less on one side, and the comparison is red.
TEST(NfpPlantedFault, OneCycleIsSeen) {
  const rtl::Build& build = *nfp_builds().front();
  const auto red = [&](auto&& plant) {
    std::uint64_t count = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      const contract::Case c = sized_case(seed, build.sizes);
      contract::Case faulty = c;
      plant(faulty);
      if (!nfp_difference(c, faulty, build).empty()) ++count;
    }
    return count;
  };
  EXPECT_EQ(red([](contract::Case&) {}), 0U);
  EXPECT_GT(red([](contract::Case& c) { ++c.setup.engine.front_latency; }), 30U) << "the model's front pipeline has a stage more";
  EXPECT_GT(red([](contract::Case& c) { --c.setup.engine.back_latency; }), 30U) << "the RTL's back pipeline has a stage more";
  EXPECT_GT(red([](contract::Case& c) { ++c.setup.mlp.latency; }), 30U) << "the model's array has a stage more";
  EXPECT_GT(red([](contract::Case& c) { --c.setup.mlp.latency; }), 30U) << "the RTL's array has a stage more";
  EXPECT_GT(red([](contract::Case& c) { ++c.setup.engine.output_queue_depth; }), 2U) << "output queue";
  EXPECT_GT(red([](contract::Case& c) { ++c.setup.mlp.output_queue_depth; }), 2U) << "output queue of the MLP engine";
}

}  // namespace
}  // namespace ngpcsim::equiv
