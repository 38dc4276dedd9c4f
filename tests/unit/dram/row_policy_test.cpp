#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/dram/dram_support.h"

namespace ngpcsim {
namespace {

using models::dram::Command;
using ::testing::ElementsAre;
using testing_support::dram_device;
using testing_support::RecordedDram;

constexpr std::uint64_t kEnd = 4000;  // before the first refresh of DDR4-2400

TEST(DramRowPolicy, OpenKeepsTheRow) {
  RecordedDram run(dram_device("ddr4-2400"));
  run.read(run.row(0, 5, 0));
  run.read(run.row(0, 5, 1), 3000);
  run.finish(kEnd);
  EXPECT_THAT(run.lines(), ElementsAre("1 ACT 0", "18 RD 0", "3001 RD 1"));
  EXPECT_EQ(run.dram.counters().hits, 1u);
  EXPECT_EQ(run.dram.counters().misses, 1u);
}

TEST(DramRowPolicy, ClosedClosesWithTheLastBurstOfTheRow) {
  RecordedDram run(dram_device("ddr4-2400", {"controller.row_policy=closed"}));
  run.read(run.row(0, 5, 0));
  run.read(run.row(0, 5, 1));
  run.write(run.row(0, 5, 2));
  run.read(run.row(0, 6, 0), 3000);
  run.finish(kEnd);
  const auto lines = run.lines();
  ASSERT_EQ(lines.size(), 6u);
  EXPECT_EQ(lines[1], "18 RD 0");
  EXPECT_EQ(lines[2], "24 RD 1");
  EXPECT_THAT(lines[3], ::testing::HasSubstr("WRA 2"));
  EXPECT_THAT(lines[4], "3001 ACT 3");
  EXPECT_THAT(lines[5], "3018 RDA 3");
  EXPECT_EQ(run.dram.counters().misses, 2u);
  EXPECT_EQ(run.dram.counters().conflicts, 0u);
}

/// RDA at 18: the row is closed at 18 + RTP 9 and open again RP 17 later, but not before RC 56 after its ACT.
TEST(DramRowPolicy, ABankThatClosesItselfOpensInTime) {
  RecordedDram run(dram_device("ddr4-2400", {"controller.row_policy=closed"}));
  run.read(run.row(0, 5));
  run.read(run.row(0, 6), 30);
  run.finish(kEnd);
  EXPECT_THAT(run.cycles_of("ACT"), ElementsAre(1, 57));
}

TEST(DramRowPolicy, TimeoutClosesInItsCycle) {
  RecordedDram run(dram_device("ddr4-2400", {"controller.row_policy=timeout", "controller.timeout_cycles=100"}));
  run.read(run.row(0, 5, 0));
  run.read(run.row(0, 5, 1), 60);
  run.finish(kEnd);
  EXPECT_THAT(run.lines(), ElementsAre("1 ACT 0", "18 RD 0", "61 RD 1", "161 PRE -"));
}

TEST(DramRowPolicy, TimeoutSparesARowThatABurstOfTheOtherKindNeeds) {
  RecordedDram run(
      dram_device("ddr4-2400", {"controller.row_policy=timeout", "controller.timeout_cycles=20", "controller.write_high=40", "controller.write_low=1"}));
  // Reads of another bank keep the bus, the write to the open row of bank 0 waits.
  run.read(run.row(0, 5, 0));
  for (std::uint32_t i = 0; i < 30; ++i) run.read(run.row(4, 5, i));
  run.write(run.row(0, 5, 1));
  run.finish(kEnd);
  const auto precharges = run.cycles_of("PRE"), writes = run.cycles_of("WR");
  ASSERT_EQ(writes.size(), 1u);
  EXPECT_GT(writes[0], 18u + 20);
  for (const std::uint64_t cycle : precharges) EXPECT_GT(cycle, writes[0]);
}

/// A row that was opened for a PRE that a burst asked for is a conflict, one of a bank that had timed out a miss.
TEST(DramRowPolicy, DecidesBetweenMissAndConflict) {
  for (const auto& [policy, misses, conflicts] : {std::tuple{"open", 1u, 1u}, std::tuple{"timeout", 2u, 0u}}) {
    RecordedDram run(dram_device("ddr4-2400", {std::string("controller.row_policy=") + policy}));
    run.read(run.row(0, 5));
    run.read(run.row(0, 6), 3000);
    run.finish(kEnd);
    EXPECT_EQ(run.dram.counters().misses, misses) << policy;
    EXPECT_EQ(run.dram.counters().conflicts, conflicts) << policy;
  }
}

}  // namespace
}  // namespace ngpcsim
