/// Latencies by formula and by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/dram/dram_support.h"

namespace ngpcsim {
namespace {

using models::dram::Timing;
using testing_support::dram_device;
using testing_support::dram_devices;
using testing_support::RecordedDram;

/// docs/dram.md, section 3: from the parameters of the file, not from the controller.
TEST(DramLatency, OfAnIdleDeviceIsItsFormula) {
  for (const std::string& name : dram_devices()) {
    for (const std::uint64_t arrival : {0u, 1u, 17u}) {
      RecordedDram run(dram_device(name, {"controller.pipeline_cycles=5"}));
      const auto t = [&](Timing timing) { return std::uint64_t{run.device->timing(timing)}; };
      const std::uint64_t bursts = std::max(64u / run.device->geometry().burst_bytes, 1u);
      const std::uint64_t expected = 1 + t(Timing::kRCDRD) + (bursts - 1) * t(Timing::kCCD_L) + t(Timing::kCL) + t(Timing::kBL) + 5;
      run.read(4096, arrival);
      run.finish();
      ASSERT_EQ(run.answers.size(), 1u) << name;
      EXPECT_EQ(run.answers[0].cycle - arrival, expected) << name;
      EXPECT_EQ(run.device->idle_read_latency(static_cast<std::uint32_t>(bursts)), expected) << name;
      EXPECT_EQ(run.commands[0].cycle, arrival + 1) << name;
      EXPECT_EQ(run.commands[1].cycle, arrival + 1 + t(Timing::kRCDRD)) << name;
    }
  }
}

/// DDR4-2400: ACT at 1, RD 17 later; the other row waits for RAS (39), then RP and RCD, 17 each.
TEST(DramLatency, OfAConflictByHand) {
  RecordedDram run(dram_device("ddr4-2400"));
  run.read(run.row(0, 5));
  run.read(run.row(0, 6));
  run.finish();
  EXPECT_THAT(run.lines(), ::testing::ElementsAre("1 ACT 0", "18 RD 0", "40 PRE 1", "57 ACT 1", "74 RD 1"));
  EXPECT_EQ(run.answers[1].cycle, 74u + 17 + 4);
}

/// Bank 4 is in another group: RRD_S 4, CCD_S 4; bank 1 in the same: RRD_L 6, CCD_L 6.
TEST(DramLatency, OfOtherBanksByHand) {
  RecordedDram other_group(dram_device("ddr4-2400"));
  other_group.read(other_group.row(0, 5));
  other_group.read(other_group.row(4, 5));
  other_group.finish();
  EXPECT_THAT(other_group.lines(), ::testing::ElementsAre("1 ACT 0", "5 ACT 1", "18 RD 0", "22 RD 1"));
  RecordedDram same_group(dram_device("ddr4-2400"));
  same_group.read(same_group.row(0, 5));
  same_group.read(same_group.row(1, 5));
  same_group.read(same_group.row(1, 5, 1));
  same_group.finish();
  EXPECT_THAT(same_group.lines(), ::testing::ElementsAre("1 ACT 0", "7 ACT 1", "18 RD 0", "24 RD 1", "30 RD 2"));
}

/// Four ACTs in FAW = 26 cycles: the fifth at 1 + 26.
TEST(DramLatency, TheFifthActWaitsForTheWindow) {
  RecordedDram run(dram_device("ddr4-2400"));
  for (const std::uint32_t bank : {0u, 4u, 8u, 12u, 1u}) run.read(run.row(bank, 5));
  run.finish();
  EXPECT_THAT(run.cycles_of("ACT"), ::testing::ElementsAre(1, 5, 9, 13, 27));
}

/// Write data in cycles 34..37 (RCD 17, CWL 12): a read of the bank group at 38 + WTR_L 9, of another at 38 + WTR_S 3.
TEST(DramLatency, AReadBehindAWriteByHand) {
  for (const auto& [bank, expected] : {std::pair{0u, 18u + 12 + 4 + 9}, std::pair{4u, 18u + 12 + 4 + 3}}) {
    RecordedDram run(dram_device("ddr4-2400"));
    run.write(run.row(0, 5));
    run.read(run.row(bank, 5, 1), 18);
    run.finish();
    EXPECT_THAT(run.cycles_of("WR"), ::testing::ElementsAre(18));
    EXPECT_EQ(run.cycles_of("RD"), std::vector<std::uint64_t>{std::max<std::uint64_t>(expected, bank == 0 ? 0 : 19 + 17)});
  }
}

}  // namespace
}  // namespace ngpcsim
