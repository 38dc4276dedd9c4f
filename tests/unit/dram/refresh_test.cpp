#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/dram/dram_support.h"

namespace ngpcsim {
namespace {

using models::dram::Timing;
using ::testing::ElementsAre;
using testing_support::dram_device;
using testing_support::RecordedDram;

TEST(DramRefresh, AllBanksOfAnIdleRankInTheirCycles) {
  RecordedDram run(dram_device("ddr4-2400"));
  run.finish(9360 * 4 + 1);
  EXPECT_THAT(run.lines(), ElementsAre("9360 REF -", "18720 REF -", "28080 REF -", "37440 REF -"));
}

TEST(DramRefresh, RanksTakeTurns) {
  RecordedDram run(dram_device("ddr4-2400", {"organization.ranks=2"}));
  run.finish(9360 * 2);
  EXPECT_THAT(run.cycles_of("REF"), ElementsAre(4680, 9360, 14040));
}

TEST(DramRefresh, BankAfterBank) {
  RecordedDram run(dram_device("gddr6", {"refresh.mode=per_bank", "organization.channels=1", "controller.mapping=row bank column bankgroup column:1 offset"}));
  run.finish(3333 + 209);
  ASSERT_EQ(run.commands.size(), 17u);  // first at floor(3333 / 16) = 208, the 17th REFI later
  for (std::uint32_t k = 0; k < 17; ++k) {
    EXPECT_EQ(run.commands[k].cycle, 208 + k * 3333u / 16) << k;
    EXPECT_EQ(*run.commands[k].bank_group * 4 + *run.commands[k].bank, k % 16) << k;
  }
}

/// PREA when RTP after the last read is over; RP; REF; and the next ACT RFC later.
TEST(DramRefresh, ClosesRowsFirstAndHoldsBackWhatComes) {
  RecordedDram run(dram_device("ddr4-2400"));
  run.read(run.row(0, 5, 0), 9320);
  run.read(run.row(0, 5, 1), 9358);
  run.read(run.row(0, 5, 2), 9359);
  run.finish();
  EXPECT_THAT(run.lines(), ElementsAre("9321 ACT 0", "9338 RD 0", "9359 RD 1", "9368 PREA -", "9385 REF -", "9697 ACT 2", "9714 RD 2"));
}

TEST(DramRefresh, OneBankHoldsBackOnlyItself) {
  RecordedDram run(dram_device("gddr6", {"refresh.mode=per_bank"}));
  run.read(run.row(0, 5), 205);
  run.read(run.row(1, 5), 205);
  run.finish(1000);
  const auto refresh = run.cycles_of("REFPB");
  ASSERT_FALSE(refresh.empty());
  // Channel 0 owes its first to bank 0 at 208: it was opened at 206, so it waits for RAS 53 and RP 27.
  EXPECT_EQ(refresh[0], 206u + 53 + 27);
  const auto& reads = run.answers;
  EXPECT_LT(reads[1].cycle, refresh[0]);
}

TEST(DramRefresh, PostponedOnesAreMadeUpForWhenTheRankIsIdle) {
  for (const std::uint32_t postpone : {0u, 3u}) {
    RecordedDram run(dram_device("ddr4-2400", {"refresh.postpone=" + std::to_string(postpone)}));
    // A request every 20 cycles for 2.5 REFI keeps a burst waiting nearly always; the rank may only refresh when it is forced or when the queue is empty.
    for (std::uint64_t i = 0; i < 40000; ++i) run.read(run.row(static_cast<std::uint32_t>(i % 16), static_cast<std::uint32_t>(i / 16 % 1000)), 0);
    const std::uint64_t end = run.finish(0);
    const auto refreshes = run.cycles_of("REF");
    const std::uint64_t owed = (end - 1) / 9360;
    EXPECT_GE(refreshes.size() + postpone, owed);
    ASSERT_FALSE(refreshes.empty());
    EXPECT_GE(refreshes[0], 9360u * (postpone + 1));
    EXPECT_LT(refreshes[0], 9360u * (postpone + 1) + 200);
  }
}

TEST(DramRefresh, NoneIsNone) {
  RecordedDram run(dram_device("ddr4-2400", {"refresh.mode=none"}));
  run.read(0, 100000);
  run.finish(1000000);
  EXPECT_TRUE(run.cycles_of("REF").empty());
}

}  // namespace
}  // namespace ngpcsim
