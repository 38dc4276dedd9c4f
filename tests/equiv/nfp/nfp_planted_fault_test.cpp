#include <gtest/gtest.h>

#include "tests/equiv/nfp/nfp_builds.h"
#include "tests/equiv/nfp/nfp_equivalence.h"
#include "tests/equiv/nfp/sized_case.h"

namespace ngpcsim::equiv {
namespace {

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
