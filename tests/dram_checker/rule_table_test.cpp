#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/dram_checker/bad_input.h"
#include "tests/dram_checker/test_support.h"

/// Every rule of every device: one cycle too early is caught under the rule's name, exactly on time is not. And the evaluation itself, against numbers that
/// were worked out by hand.
namespace ngpcsim::dram_checker {
namespace {

constexpr std::uint64_t kStart = 1000;

Command at(Kind kind, std::uint64_t cycle, Command place = {}) {
  place.kind = kind;
  place.cycle = cycle;
  return place;
}

/// A place that differs from the first one in the members that are not 0.
Command place(std::uint32_t channel, std::uint32_t pseudo_channel, std::uint32_t rank, std::uint32_t bank_group, std::uint32_t bank) {
  Command where;
  where.channel = channel;
  where.pseudo_channel = pseudo_channel;
  where.rank = rank;
  where.bank_group = bank_group;
  where.bank = bank;
  return where;
}

/// Seen from a command to the first bank of the device: places of previous commands that the scope has, and such that it has not.
struct Places {
  std::vector<Command> inside, outside;
};

Places places_of(Scope scope) {
  const Command same = place(0, 0, 0, 0, 0), bank = place(0, 0, 0, 0, 1), group = place(0, 0, 0, 1, 0), rank = place(0, 0, 1, 0, 0);
  const Command pseudo_channel = place(0, 1, 0, 0, 0), channel = place(1, 0, 0, 0, 0);
  switch (scope) {
    case Scope::kBank: return {{same}, {bank, group, rank, pseudo_channel, channel}};
    case Scope::kBankGroup: return {{same, bank}, {group, rank, pseudo_channel, channel}};
    case Scope::kOtherBankGroup: return {{group, place(0, 0, 0, 1, 1)}, {same, bank, rank, pseudo_channel, channel}};
    case Scope::kRank: return {{same, bank, group}, {rank, pseudo_channel, channel}};
    case Scope::kOtherRank: return {{rank, place(0, 0, 1, 1, 1)}, {same, bank, group, pseudo_channel, channel}};
    case Scope::kPseudoChannel: return {{same, bank, group, rank}, {pseudo_channel, place(0, 1, 1, 0, 0), channel}};
    case Scope::kChannel: return {{same, bank, group, rank, pseudo_channel}, {channel, place(1, 1, 1, 1, 1)}};
  }
  return {};
}

/// The device with at least two of everything, so that each scope has an inside and an outside.
Device at_least_two_of_each(const std::filesystem::path& path) {
  DeviceFile file = DeviceFile::read(path);
  for (const char* name : {"channels", "pseudo_channels", "ranks", "bank_groups", "banks"}) {
    const std::string parameter = std::string("organization.") + name;
    if (file.number(parameter) < 2) file.set(parameter + "=2");
  }
  return make_device(file);
}

/// What the table says of `next` behind `previous` commands in cycle kStart.
Report after(const Device& device, std::uint64_t previous_commands, const Command& previous, Command next) {
  RuleCheck rules(device);
  Command before = previous;
  for (std::uint64_t i = 0; i < previous_commands; ++i) {
    before.line = i + 2;
    rules.remember(before);
  }
  next.line = previous_commands + 2;
  Report report;
  rules.check(next, report);
  return report;
}

void expect_named(const Report& report, const Rule& rule) {
  for (const Violation& violation : report.kept()) {
    if (violation.rule != rule.name) continue;
    EXPECT_THAT(violation.lines, testing::ElementsAre(2, 2 + rule.window));
    EXPECT_EQ(violation.required, rule.cycles);
    EXPECT_EQ(violation.actual, rule.cycles - 1);
    return;
  }
  ADD_FAILURE() << "not caught; broken: " << broken(report);
}

void try_pair(const Device& device, const Rule& rule, Kind previous, Kind next) {
  SCOPED_TRACE(std::string(name_of(previous)) + " then " + std::string(name_of(next)));
  const auto [inside, outside] = places_of(rule.scope);
  const Command early = at(next, kStart + rule.cycles - 1), on_time = at(next, kStart + rule.cycles);
  for (const Command& where : inside) {
    const Command before = at(previous, kStart, where);
    expect_named(after(device, rule.window, before, early), rule);
    EXPECT_EQ(after(device, rule.window, before, on_time).count(rule.name), 0u);
    EXPECT_EQ(after(device, rule.window - 1, before, early).count(rule.name), 0u) << "the window is not full";
  }
  for (const Command& where : outside) EXPECT_EQ(after(device, rule.window, at(previous, kStart, where), early).count(rule.name), 0u) << "out of scope";
}

TEST(RuleTable, EveryRuleOfEveryDeviceIsSharp) {
  for (const auto& file : device_files()) {
    SCOPED_TRACE(file.filename().string());
    const Device device = at_least_two_of_each(file);
    EXPECT_GE(device.rules.size(), 25u);
    for (const Rule& rule : device.rules) {
      SCOPED_TRACE(rule.name + ": " + rule.text);
      if (rule.cycles == 0) continue;
      for (std::size_t previous = 0; previous < kCommandKinds; ++previous) {
        for (std::size_t next = 0; next < kCommandKinds; ++next) {
          if (rule.previous[previous] && rule.next[next]) try_pair(device, rule, static_cast<Kind>(previous), static_cast<Kind>(next));
        }
      }
    }
  }
}

TEST(RuleTable, TheOldestOfAWindowCounts) {
  const Device device = load_device("ddr4-2400");
  for (const std::uint64_t last : {25u, 26u}) {
    std::vector<Command> commands;
    for (std::uint32_t i = 0; i < 4; ++i) commands.push_back(at(Kind::kAct, 4 * i, place(0, 0, 0, i, 0)));
    commands.push_back(at(Kind::kAct, last, place(0, 0, 0, 0, 1)));
    for (Command& act : commands) act.request = 0;
    const Report report = check_commands(device, commands);
    EXPECT_EQ(broken(report), last == 25 ? "faw 1" : "");
    if (!report.clean()) {
      EXPECT_THAT(report.kept().front().lines, testing::ElementsAre(2, 6));
    }
  }
}

/// JEDEC's distances for DDR4-2400 (CL 17, CWL 12, BL 4, RCD 17, RP 17, RAS 39, RC 56, RRD 4/6, FAW 26, CCD 4/6, WTR 3/9, WR 18, RTP 9, RFC 312), and
/// two cycles for the bus to turn around.
struct Distance {
  Kind previous, next;
  std::uint32_t bank_group, bank;  ///< of the next command; the previous one goes to bank group 0, bank 0
  std::uint64_t cycles;
};

TEST(RuleTable, Ddr4DistancesAreThoseWorkedOutByHand) {
  using enum Kind;
  const std::vector<Distance> distances{
      {kAct, kRd, 0, 0, 17},    {kAct, kWr, 0, 0, 17},    {kAct, kPre, 0, 0, 39},  {kAct, kPrea, 0, 0, 39}, {kAct, kAct, 0, 0, 56},   {kAct, kAct, 0, 1, 6},
      {kAct, kAct, 1, 0, 4},    {kPre, kAct, 0, 0, 17},   {kPrea, kAct, 2, 1, 17}, {kRd, kRd, 0, 0, 6},     {kRd, kRd, 0, 3, 6},      {kRd, kRda, 3, 0, 4},
      {kWr, kWr, 0, 1, 6},      {kWr, kWr, 1, 0, 4},      {kRd, kWr, 0, 0, 11},    {kRd, kWr, 1, 0, 11},    {kWr, kRd, 0, 1, 25},     {kWr, kRd, 1, 0, 19},
      {kRd, kPre, 0, 0, 9},     {kRd, kPrea, 0, 0, 9},    {kWr, kPre, 0, 0, 34},   {kWr, kPrea, 0, 0, 34},  {kRda, kAct, 0, 0, 26},   {kWra, kAct, 0, 0, 51},
      {kRda, kRef, 0, 0, 26},   {kWra, kRef, 0, 0, 51},   {kPre, kRef, 0, 0, 17},  {kPrea, kRef, 0, 0, 17}, {kRef, kAct, 0, 0, 312},  {kRef, kRef, 0, 0, 312},
      {kAct, kRef, 0, 0, 56},   {kPre, kPre, 1, 0, 1},    {kAct, kRd, 2, 0, 1},
  };
  const Device device = load_device("ddr4-2400");
  for (const Distance& d : distances) {
    RuleCheck rules(device);
    rules.remember(at(d.previous, kStart));
    EXPECT_EQ(rules.earliest(at(d.next, 0, place(0, 0, 0, d.bank_group, d.bank))), kStart + d.cycles)
        << name_of(d.previous) << " then " << name_of(d.next) << " in bank group " << d.bank_group << " bank " << d.bank;
  }
}

TEST(RuleTable, ExpressionsAreSums) {
  const Timing timing{{"CL", 17}, {"CWL", 12}, {"BL", 4}};
  EXPECT_EQ(evaluate_cycles("CL", timing), 17u);
  EXPECT_EQ(evaluate_cycles("42", timing), 42u);
  EXPECT_EQ(evaluate_cycles("CL+2*BL-CWL+1", timing), 14u);
  EXPECT_EQ(evaluate_cycles("CWL-CL+1", timing), 0u);
  EXPECT_EQ(evaluate_cycles("CWL-CL-BL+10", timing), 1u) << "below 0 in between is no end";
  for (const char* wrong : {"", "CL+", "-CL", "RFC", "BL*2", "CL +1", "2*", "1.5", "x*CL"}) {
    EXPECT_THROW(static_cast<void>(evaluate_cycles(wrong, timing)), BadInput) << wrong;
  }
}

TEST(RuleTable, RulesThatSayNothingAreLeftOut) {
  const Timing timing{{"RC", 5}};
  EXPECT_FALSE(parse_rule("r", "none", timing));
  EXPECT_FALSE(parse_rule("r", "REFPB ACT bank RFCpb", timing)) << "without RFCpb there is no REFPB";
  const auto any = parse_rule("r", "any any bank_group 2*RC", timing);
  ASSERT_TRUE(any);
  EXPECT_EQ(any->previous.count(), 6u) << "all but PREA, REF and REFPB";
  EXPECT_EQ(any->cycles, 10u);
  for (const char* wrong : {"ACT ACT bank", "ACT ACT cell 1", "ACT FORWARD bank 1", "PREA ACT bank 1", "ACT REF bank_group 1", "ACT ACT bank XX",
                            "ACT ACT bank 1 window=0", "ACT ACT bank 1 wide=2", "ACT  ACT bank 1", "ACT ACT bank 1 window=2 more"}) {
    EXPECT_THROW(static_cast<void>(parse_rule("r", wrong, timing)), BadInput) << wrong;
  }
}

}  // namespace
}  // namespace ngpcsim::dram_checker
