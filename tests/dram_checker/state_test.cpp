#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/dram_checker/test_support.h"

/// Banks, data buses and refreshes: hand-made traces that break one thing each.
namespace ngpcsim::dram_checker {
namespace {

using enum Kind;

struct Line {
  std::uint64_t cycle;
  Kind kind;
  std::uint32_t bank = 0;
  std::uint64_t row = 0;
  std::uint32_t rank = 0;
};

/// Banks are numbered over the bank groups of four.
std::string broken_by(const Device& device, const std::vector<Line>& lines) {
  std::vector<Command> commands;
  for (const Line& line : lines) {
    Command command;
    command.kind = line.kind;
    command.rank = line.rank;
    command.row = line.row;
    command.cycle = line.cycle;
    if (!addresses_rank(line.kind)) {
      command.bank_group = line.bank / 4;
      command.bank = line.bank % 4;
    }
    if (has_row(line.kind)) command.request = 0;
    commands.push_back(command);
  }
  return broken(check_commands(device, commands));
}

TEST(BankState, EachErrorIsCaught) {
  const Device device = load_device("ddr4-2400", {"refresh.mode=none"});
  EXPECT_EQ(broken_by(device, {{0, kAct, 0, 5}, {17, kRd, 0, 5}, {100, kPre, 0}, {200, kAct, 0, 6}, {217, kWra, 0, 6}, {300, kAct, 0, 7}, {400, kPrea}}), "");
  EXPECT_EQ(broken_by(device, {{0, kAct, 0, 5}, {100, kAct, 0, 6}}), "bank.open 1");
  EXPECT_EQ(broken_by(device, {{100, kRd, 0, 5}}), "bank.closed 1");
  EXPECT_EQ(broken_by(device, {{0, kAct, 1, 5}, {100, kWr, 0, 5}}), "bank.closed 1");
  EXPECT_EQ(broken_by(device, {{0, kAct, 0, 5}, {100, kRd, 0, 6}}), "bank.row 1");
  EXPECT_EQ(broken_by(device, {{100, kPre, 0}}), "bank.closed 1");
  EXPECT_EQ(broken_by(device, {{0, kAct, 0, 5}, {100, kRda, 0, 5}, {200, kRd, 0, 5}}), "bank.closed 1") << "RDA closes the bank";
  EXPECT_EQ(broken_by(device, {{0, kAct, 0, 5}, {100, kWra, 0, 5}, {200, kPre, 0}}), "bank.closed 1") << "WRA closes the bank";
  EXPECT_EQ(broken_by(device, {{0, kAct, 0, 5}, {10, kAct, 9, 5}, {100, kPrea}, {200, kRd, 9, 5}}), "bank.closed 1") << "PREA closes every bank";
}

TEST(BankState, RefreshesFindBanksClosed) {
  const Device all = load_device("ddr4-2400");
  EXPECT_EQ(broken_by(all, {{0, kAct, 3, 5}, {9360, kRef}}), "bank.open 1");
  const Device per_bank = load_device("lpddr5", {"refresh.mode=per_bank"});  // owed at 195, then every 195.25 cycles
  EXPECT_EQ(broken_by(per_bank, {{0, kAct, 0, 5}, {195, kRefpb, 0}}), "bank.open 1");
  EXPECT_EQ(broken_by(per_bank, {{0, kAct, 1, 5}, {195, kRefpb, 0}}), "") << "another bank may be open";
}

TEST(BankState, AutoPrechargeTakesItsTime) {
  const Device device = load_device("ddr4-2400", {"refresh.mode=none"});
  EXPECT_EQ(broken_by(device, {{0, kAct, 0, 5}, {17, kRda, 0, 5}, {55, kAct, 0, 6}}), "act_act 1") << "from ACT";
  EXPECT_EQ(broken_by(device, {{0, kAct, 0, 5}, {17, kRda, 0, 5}, {56, kAct, 0, 6}}), "");
  EXPECT_EQ(broken_by(device, {{0, kAct, 0, 5}, {100, kRda, 0, 5}, {125, kAct, 0, 6}}), "read_auto_act 1") << "RTP + RP";
  EXPECT_EQ(broken_by(device, {{0, kAct, 0, 5}, {100, kRda, 0, 5}, {126, kAct, 0, 6}}), "");
  EXPECT_EQ(broken_by(device, {{0, kAct, 0, 5}, {100, kWra, 0, 5}, {150, kAct, 0, 6}}), "write_auto_act 1") << "CWL + BL + WR + RP";
  EXPECT_EQ(broken_by(device, {{0, kAct, 0, 5}, {100, kWra, 0, 5}, {151, kAct, 0, 6}}), "");
}

/// A rule table with a hole: what the bus check is for.
Device without(const std::string& name, const std::vector<std::string>& rules, std::vector<std::string> assignments = {}) {
  for (const std::string& rule : rules) assignments.push_back("rules." + rule + "=none");
  assignments.push_back("refresh.mode=none");
  return load_device(name, assignments);
}

TEST(DataBus, OverlapIsCaughtWhateverTheTable) {
  const Device device = without("ddr4-2400", {"read_read", "read_read_group", "read_write", "write_read", "write_read_group"});
  EXPECT_EQ(broken_by(device, {{0, kAct, 0, 1}, {50, kRd, 0, 1}, {53, kRd, 0, 1}}), "bus.overlap 1");
  EXPECT_EQ(broken_by(device, {{0, kAct, 0, 1}, {50, kRd, 0, 1}, {54, kRd, 0, 1}}), "");
  EXPECT_EQ(broken_by(device, {{0, kAct, 0, 1}, {50, kRd, 0, 1}, {58, kWr, 0, 1}}), "bus.overlap 1") << "read data [67, 71), write data [70, 74)";
  EXPECT_EQ(broken_by(device, {{0, kAct, 0, 1}, {50, kRd, 0, 1}, {52, kWr, 0, 1}}), "bus.overlap 1") << "write data [64, 68) in front of the read data";
  EXPECT_EQ(broken_by(device, {{0, kAct, 0, 1}, {50, kRd, 0, 1}, {51, kWr, 0, 1}}), "") << "write data [63, 67)";
}

TEST(DataBus, TurnaroundIsCaughtWhateverTheTable) {
  const Device device = without("ddr4-2400", {"read_write"});
  EXPECT_EQ(broken_by(device, {{0, kAct, 0, 1}, {50, kRd, 0, 1}, {60, kWr, 0, 1}}), "bus.turnaround 1");
  EXPECT_EQ(broken_by(device, {{0, kAct, 0, 1}, {50, kRd, 0, 1}, {61, kWr, 0, 1}}), "");
  const Device ranks = without("ddr4-2400", {"read_read_ranks"}, {"organization.ranks=2"});
  EXPECT_EQ(broken_by(ranks, {{0, kAct, 0, 1}, {9, kAct, 0, 1, 1}, {50, kRd, 0, 1}, {55, kRd, 0, 1, 1}}), "bus.turnaround 1");
  EXPECT_EQ(broken_by(ranks, {{0, kAct, 0, 1}, {9, kAct, 0, 1, 1}, {50, kRd, 0, 1}, {56, kRd, 0, 1, 1}}), "");
}

TEST(Refresh, AllBankIsDueEveryRefi) {
  const Device device = load_device("ddr4-2400");  // REFI 9360, RFC 312, RP 17
  EXPECT_EQ(broken_by(device, {{9360, kRef}, {18720, kRef}}), "");
  EXPECT_EQ(broken_by(device, {{9359, kRef}}), "refresh.early 1");
  EXPECT_EQ(broken_by(device, {{9361, kRef}}), "refresh.late 1");
  EXPECT_EQ(broken_by(device, {{9360, kRef}, {10000, kRef}}), "refresh.early 1");
  EXPECT_EQ(broken_by(device, {{0, kAct, 0, 1}, {9360, kPrea}, {9377, kRef}}), "") << "open rows are closed first";
  EXPECT_EQ(broken_by(device, {{0, kAct, 0, 1}, {9361, kPrea}, {9378, kRef}}), "refresh.late 1");
  EXPECT_EQ(broken_by(device, {{0, kAct, 0, 1}, {9360, kPrea}, {9378, kRef}}), "refresh.late 1");
  EXPECT_EQ(broken_by(device, {{0, kAct, 0, 1}, {9359, kWr, 0, 1}, {9393, kPrea}, {9410, kRef}}), "") << "not before the write is safe";
  EXPECT_EQ(broken_by(device, {{9360, kRefpb, 0}}), "refresh.kind 1");
}

TEST(Refresh, NoneMayBeMissing) {
  const Device device = load_device("ddr4-2400");
  const Line act{9000, kAct, 0, 1};
  EXPECT_EQ(broken_by(device, {act, {9339, kRd, 0, 1}}), "") << "the run ends first: its last data are in cycle 9339 + CL 17 + BL 4 - 1";
  EXPECT_EQ(broken_by(device, {act, {9340, kRd, 0, 1}}), "refresh.missing 1") << "the row could be closed in the last cycle of the run";
  EXPECT_EQ(broken_by(device, {act, {9340, kRd, 0, 1}, {9360, kPrea}}), "");
  EXPECT_EQ(broken_by(device, {act, {9400, kRd, 0, 1}}), "refresh.blocked 1, refresh.late 1, refresh.missing 1");
  EXPECT_EQ(broken_by(load_device("ddr4-2400", {"refresh.postpone=8"}), {act, {9400, kRd, 0, 1}}), "");
  const Device two = load_device("ddr4-2400", {"organization.channels=2"});
  EXPECT_EQ(broken_by(two, {act, {9360, kPrea}, {9377, kRef}, {9689, kAct, 0, 1}, {9706, kRd, 0, 1}}), "refresh.missing 1") << "channel 1 has none";
  EXPECT_EQ(broken_by(load_device("ddr4-2400", {"refresh.mode=none"}), {act, {9400, kRd, 0, 1}, {9500, kPrea}, {9600, kRef}}), "refresh.kind 1");
}

TEST(Refresh, RanksTakeTurns) {
  const Device device = load_device("ddr4-2400", {"organization.ranks=2"});  // owed at 4680 and 9360
  EXPECT_EQ(broken_by(device, {{4680, kRef, 0, 0, 0}, {9360, kRef, 0, 0, 1}, {14040, kRef, 0, 0, 0}}), "");
  EXPECT_EQ(broken_by(device, {{4680, kRef, 0, 0, 1}}), "refresh.early 1") << "rank 0 is due, rank 1 is not";
}

TEST(Refresh, PostponedOnesAreForcedAtTheLimit) {
  const Device device = load_device("ddr4-2400", {"refresh.postpone=2"});  // the first is forced at 3 x 9360 = 28080
  const Line act{9000, kAct, 0, 1};
  EXPECT_EQ(broken_by(device, {act, {28079, kRd, 0, 1}, {28088, kPrea}, {28105, kRef}}), "");
  EXPECT_EQ(broken_by(device, {act, {28079, kRd, 0, 1}, {28089, kPrea}, {28106, kRef}}), "refresh.late 1");
  EXPECT_EQ(broken_by(device, {act, {28080, kRd, 0, 1}, {28089, kPrea}, {28106, kRef}}), "refresh.blocked 1, refresh.late 1");
  EXPECT_EQ(broken_by(device, {{9360, kRef}, {20000, kRef}}), "") << "a rank with nothing to do makes up for them";
  EXPECT_EQ(broken_by(device, {{9360, kRef}, {10000, kRef}}), "refresh.early 1") << "none is pulled in";
}

TEST(Refresh, PerBankGoesRound) {
  const Device device = load_device("lpddr5", {"refresh.mode=per_bank"});  // 3124 / 16 = 195.25: 195, 390, 585, 780, 976
  EXPECT_EQ(broken_by(device, {{195, kRefpb, 0}, {390, kRefpb, 1}, {585, kRefpb, 2}, {780, kRefpb, 3}, {976, kRefpb, 4}}), "");
  EXPECT_EQ(broken_by(device, {{195, kRefpb, 1}}), "refresh.bank 1");
  EXPECT_EQ(broken_by(device, {{195, kRefpb, 0}, {390, kRefpb, 1}, {585, kRefpb, 2}, {780, kRefpb, 3}, {975, kRefpb, 4}}), "refresh.early 1");
  EXPECT_EQ(broken_by(device, {{195, kRefpb, 0}, {391, kRefpb, 1}}), "refresh.late 1");
  EXPECT_EQ(broken_by(device, {{100, kAct, 0, 1}, {195, kPre, 0}, {210, kRefpb, 0}}), "");
  EXPECT_EQ(broken_by(device, {{100, kAct, 0, 1}, {195, kPre, 0}, {211, kRefpb, 0}}), "refresh.late 1");
  EXPECT_EQ(broken_by(device, {{100, kAct, 4, 1}, {196, kRd, 4, 1}}), "refresh.late 1, refresh.missing 1");
  EXPECT_EQ(broken_by(device, {{100, kAct, 4, 1}, {195, kRefpb, 0}, {196, kRd, 4, 1}}), "");
}

}  // namespace
}  // namespace ngpcsim::dram_checker
