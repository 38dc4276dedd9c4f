#include "models/dram/device_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/dram/dram_support.h"

namespace ngpcsim {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing_support::dram_device;
using testing_support::dram_devices;
using testing_support::dram_params;

std::string error_of(const std::string& name, std::initializer_list<std::string> sets) {
  try {
    (void)dram_params(name, sets);
  } catch (const InputError& error) { return error.what(); }
  return "no error";
}

TEST(DramDevice, EveryFileIsADevice) {
  ASSERT_GE(dram_devices().size(), 10u);
  for (const std::string& name : dram_devices()) EXPECT_NO_THROW((void)dram_device(name)) << name;
}

TEST(DramDevice, CapacitiesAndPinsAreThoseOfTheirNames) {
  const auto check = [](const char* name, std::uint64_t gib, double gb_s) {
    const auto device = dram_device(name);
    EXPECT_EQ(device->geometry().capacity(), gib << 30) << name;
    EXPECT_NEAR(device->pin_bytes_per_cycle() * static_cast<double>(device->params().clock_khz) * 1e-6, gb_s, 1e-9) << name;
  };
  check("ddr4-2400", 4, 19.2);
  check("ddr4-3200", 8, 25.6);
  check("gddr6", 1, 56);
  check("gddr6x", 24, 936);
  check("hbm2", 1, 32);
  check("hbm2-stack", 8, 256);
  check("hbm2e", 8, 409.6);
  check("hbm3", 8, 819.2);
  check("lpddr4", 1, 6.4);
  check("lpddr5", 2, 12.8);
}

TEST(DramDevice, SaysWhatIsWrong) {
  EXPECT_THAT(error_of("ddr4-2400", {"timing.CLL=17"}), AllOf(HasSubstr("dram.timing.CLL"), HasSubstr("CL")));
  EXPECT_THAT(error_of("ddr4-2400", {"timing.CL=0"}), HasSubstr("dram.timing.CL"));
  EXPECT_THAT(error_of("ddr4-2400", {"timing.FAW=0"}), HasSubstr("the device has no FAW"));
  EXPECT_THAT(error_of("ddr4-2400", {"timing.RREFD=5"}), HasSubstr("no rule uses dram.timing.RREFD"));
  EXPECT_THAT(error_of("ddr4-2400", {"timing.REFI=0"}), HasSubstr("dram.timing.REFI is not given"));
  EXPECT_THAT(error_of("ddr4-2400", {"refresh.mode=per_bank"}), HasSubstr("per_bank needs dram.timing.RFCpb"));
  EXPECT_THAT(error_of("ddr4-2400", {"organization.rows=30000"}), HasSubstr("a power of two"));
  EXPECT_THAT(error_of("ddr4-2400", {"organization.rows=0"}), HasSubstr("dram.organization.rows is not given"));
  EXPECT_THAT(error_of("ddr4-2400", {"organization.columns=4"}), HasSubstr("at least a burst of 8"));
  EXPECT_THAT(error_of("ddr4-2400", {"organization.devices_per_rank=3"}), HasSubstr("a power of two of bytes"));
  EXPECT_THAT(error_of("ddr4-2400", {"organization.ranks=8"}), HasSubstr("at most 64"));
  EXPECT_THAT(error_of("ddr4-2400", {"controller.write_high=65"}), HasSubstr("at most write_queue = 64"));
  EXPECT_THAT(error_of("ddr4-2400", {"controller.write_low=48"}), HasSubstr("below write_high = 48"));
  EXPECT_THAT(error_of("ddr4-2400", {"energy.background_share=0.99"}), HasSubstr("more than 1"));
  EXPECT_THAT(error_of("ddr4-2400", {"rules.faw=ACT ACT rank FAWW window=4"}), HasSubstr("did you mean FAW?"));
}

/// The traps of such tables: bursts that would overlap on the data bus.
TEST(DramDevice, RefusesRulesThatLetBurstsOverlap) {
  EXPECT_THAT(error_of("ddr4-2400", {"timing.CCD_S=3"}), HasSubstr("of another bank group end"));
  EXPECT_THAT(error_of("ddr4-2400", {"rules.read_write=none", "timing.BTA=0"}), HasSubstr("the data of WR begin"));
  EXPECT_THAT(error_of("ddr4-2400", {"organization.ranks=2", "rules.read_read_ranks=none"}), HasSubstr("of another rank end"));
  EXPECT_EQ(error_of("ddr4-2400", {"organization.ranks=1", "rules.read_read_ranks=none"}), "no error");
}

TEST(DramDevice, OverridesReachTheRules) {
  const auto device = dram_device("ddr4-2400", {"rules.faw=ACT ACT rank FAW+51 window=4", "rules.extra=RD ACT bank 99"});
  const auto named = [&](const char* name) {
    return std::find_if(device->rules().begin(), device->rules().end(), [&](const auto& r) { return r.name == name; });
  };
  EXPECT_EQ(named("faw")->cycles, 77u);
  EXPECT_EQ(named("extra")->cycles, 99u);
}

/// A rule goes with its parameter: what nothing uses is taken for a mistake.
TEST(DramDevice, ARuleIsRemovedTogetherWithItsParameter) {
  EXPECT_THAT(error_of("ddr4-2400", {"rules.faw=none"}), HasSubstr("no rule uses dram.timing.FAW"));
  EXPECT_EQ(error_of("ddr4-2400", {"rules.faw=none", "timing.FAW=0"}), "no error");
}

}  // namespace
}  // namespace ngpcsim
