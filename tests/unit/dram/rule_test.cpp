#include "models/dram/rule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/dram/dram_support.h"

namespace ngpcsim::models::dram {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing_support::nowhere;

TimingParams small_timing() {
  TimingParams timing;
  const auto set = [&](Timing t, std::uint32_t cycles) { timing.cycles[static_cast<std::size_t>(t)] = cycles; };
  set(Timing::kCL, 10);
  set(Timing::kCWL, 7);
  set(Timing::kBL, 4);
  set(Timing::kFAW, 26);
  return timing;
}

RuleSet parse(const std::string& text) { return parse_rules({.entries = {{"x", text}}}, small_timing(), nowhere); }

std::string error_of(const std::string& text) {
  try {
    (void)parse(text);
  } catch (const InputError& error) { return error.what(); }
  return "no error";
}

TEST(Rules, AreReadInAllTheirParts) {
  const RuleSet set = parse("ACT|RD PRE rank 2*CL+BL-CWL+3 window=4");
  ASSERT_EQ(set.rules.size(), 1u);
  const Rule& rule = set.rules[0];
  EXPECT_TRUE(rule.previous.has(Command::kAct) && rule.previous.has(Command::kRd) && !rule.previous.has(Command::kPre));
  EXPECT_TRUE(rule.next.has(Command::kPre));
  EXPECT_EQ(rule.scope, Scope::kRank);
  EXPECT_EQ(rule.cycles, 20u + 4 - 7 + 3);
  EXPECT_EQ(rule.window, 4u);
  EXPECT_TRUE(set.used[static_cast<std::size_t>(Timing::kCL)]);
  EXPECT_FALSE(set.used[static_cast<std::size_t>(Timing::kFAW)]);
}

TEST(Rules, BelowZeroIsZero) { EXPECT_EQ(parse("RD RD bank BL-CL").rules[0].cycles, 0u); }

TEST(Rules, NoneRemovesARule) { EXPECT_TRUE(parse("none").rules.empty()); }

TEST(Rules, CommandsThatTheDeviceDoesNotHaveAreIgnored) {
  EXPECT_TRUE(parse("REFPB ACT bank RFCpb").rules.empty());
  EXPECT_FALSE(parse("ACT|REFPB ACT rank FAW").rules[0].previous.has(Command::kRefBank));
}

TEST(Rules, AnyMeansBankCommandsInScopesOfBanks) {
  EXPECT_FALSE(parse("any any bank 1").rules[0].next.has(Command::kRef));
  EXPECT_TRUE(parse("any any channel 1").rules[0].next.has(Command::kRef));
}

TEST(Rules, SayWhatIsWrong) {
  EXPECT_THAT(error_of("ACT PRE rank"), AllOf(HasSubstr("dram.rules.x"), HasSubstr("is no rule")));
  EXPECT_THAT(error_of("ACT  PRE rank 1"), HasSubstr("no command is named"));
  EXPECT_THAT(error_of("ACTT PRE rank 1"), AllOf(HasSubstr("ACTT"), HasSubstr("did you mean ACT?")));
  EXPECT_THAT(error_of("ACT PRE rnk 1"), AllOf(HasSubstr("rnk"), HasSubstr("did you mean rank?")));
  EXPECT_THAT(error_of("ACT PRE rank CLL"), AllOf(HasSubstr("CLL"), HasSubstr("did you mean CL?")));
  EXPECT_THAT(error_of("ACT PRE rank RAS"), AllOf(HasSubstr("the device has no RAS"), HasSubstr("dram.timing.RAS")));
  EXPECT_THAT(error_of("ACT PRE rank 1x"), HasSubstr("no number of cycles"));
  EXPECT_THAT(error_of("ACT PRE rank CL+"), HasSubstr("no timing parameter"));
  EXPECT_THAT(error_of("ACT PRE rank 1 window=0"), HasSubstr("window=1..64"));
  EXPECT_THAT(error_of("ACT PRE rank 1 last=2"), HasSubstr("no window"));
  EXPECT_THAT(error_of("PREA ACT bank 1"), HasSubstr("address a rank"));
}

}  // namespace
}  // namespace ngpcsim::models::dram
