/// The streams of a million requests that other simulators were measured on (docs/validation.md).
#include <gtest/gtest.h>

#include "tests/unit/dram/dram_support.h"

namespace ngpcsim {
namespace {

using testing_support::dram_device;
using testing_support::random_bound_gb_s;
using testing_support::random_reads;
using testing_support::sequential_reads;

constexpr std::uint64_t kMillion = 1'000'000;

TEST(DramBandwidthLong, Anchors) {
  const auto ddr4 = dram_device("ddr4-2400");
  const double random = random_reads(*ddr4, kMillion).gb_s, sequential = sequential_reads(*ddr4, kMillion).gb_s;
  EXPECT_GE(random, 11.1);
  EXPECT_LE(random, 11.43);
  EXPECT_GE(sequential, 18.0);
  EXPECT_LE(sequential, 18.57);
  EXPECT_NEAR(sequential_reads(*dram_device("hbm2"), kMillion).gb_s / 29.41, 1.0, 0.02);
}

TEST(DramBandwidthLong, EveryDevice) {
  for (const std::string& name : testing_support::dram_devices()) {
    const auto device = dram_device(name);
    const auto stream = sequential_reads(*device, kMillion);
    EXPECT_GE(stream.gb_s, 0.9 * stream.pin_gb_s) << name;
    EXPECT_NEAR(random_reads(*device, kMillion).gb_s / random_bound_gb_s(*device), 1.0, 0.1) << name;
  }
}

}  // namespace
}  // namespace ngpcsim
