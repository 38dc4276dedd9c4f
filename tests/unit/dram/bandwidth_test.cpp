/// Figures that follow from the device files, on shortened streams; bandwidth_long_test.cpp has the whole ones.
#include <gtest/gtest.h>

#include "tests/unit/dram/dram_support.h"

namespace ngpcsim {
namespace {

using testing_support::dram_device;
using testing_support::dram_devices;
using testing_support::random_bound_gb_s;
using testing_support::random_reads;
using testing_support::sequential_reads;

/// Enough for some refreshes of every rank.
std::uint64_t requests(const models::dram::Device& device) {
  return 20000 * std::uint64_t{device.geometry().ranks_per_channel()} * device.geometry().channels / (device.geometry().channels > 8 ? 4 : 1);
}

TEST(DramBandwidth, StreamsReachNineTenthsOfThePins) {
  for (const std::string& name : dram_devices()) {
    const auto device = dram_device(name);
    const auto figures = sequential_reads(*device, requests(*device));
    EXPECT_GE(figures.gb_s, 0.9 * figures.pin_gb_s) << name << ": " << figures.gb_s << " of " << figures.pin_gb_s;
    EXPECT_LE(figures.gb_s, figures.pin_gb_s) << name;
  }
}

TEST(DramBandwidth, RandomReadsReachTheirBound) {
  for (const std::string& name : dram_devices()) {
    const auto device = dram_device(name);
    const auto figures = random_reads(*device, requests(*device));
    const double bound = random_bound_gb_s(*device);
    EXPECT_NEAR(figures.gb_s / bound, 1.0, 0.1) << name << ": " << figures.gb_s << " of " << bound;
  }
}

/// Where three other simulators agree (docs/validation.md).
TEST(DramBandwidth, Ddr4IsWhereOthersAre) {
  const auto device = dram_device("ddr4-2400");
  const double random = random_reads(*device, 100000).gb_s, sequential = sequential_reads(*device, 100000).gb_s;
  EXPECT_GE(random, 11.1);
  EXPECT_LE(random, 11.43);
  EXPECT_GE(sequential, 18.0);
  EXPECT_LE(sequential, 18.57);
}

TEST(DramBandwidth, Hbm2IsWhereDramsim3Is) {
  const auto device = dram_device("hbm2");
  EXPECT_NEAR(sequential_reads(*device, 100000).gb_s / 29.41, 1.0, 0.02);
  EXPECT_NEAR(random_reads(*device, 100000).gb_s / 7.86, 1.0, 0.02);
}

TEST(DramBandwidth, MoreChannelsAreFaster) {
  double before = 0;
  for (const char* channels : {"organization.channels=1", "organization.channels=2", "organization.channels=3", "organization.channels=4"}) {
    const double now = random_reads(*dram_device("gddr6", {channels}), 20000).gb_s;
    EXPECT_GT(now, before) << channels;
    before = now;
  }
}

}  // namespace
}  // namespace ngpcsim
