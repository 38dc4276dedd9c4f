#include "sim/stats/cycle_account.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ngpcsim::stats {
namespace {

TEST(StatsCycleAccount, NamesFollowThePriorityOfTheContract) {
  // docs/timing.md, section 1, rule 4: output_full > conflict > line_fill > weights > dependency > table_miss > input_empty
  EXPECT_EQ(name(StallReason::kOutputFull), "output_full");
  EXPECT_EQ(name(StallReason::kConflict), "conflict");
  EXPECT_EQ(name(StallReason::kWeights), "weights");
  EXPECT_EQ(name(StallReason::kDependency), "dependency");
  EXPECT_EQ(name(StallReason::kInputEmpty), "input_empty");
  EXPECT_LT(StallReason::kOutputFull, StallReason::kConflict);
  EXPECT_LT(StallReason::kConflict, StallReason::kWeights);
  EXPECT_LT(StallReason::kWeights, StallReason::kDependency);
  EXPECT_LT(StallReason::kDependency, StallReason::kInputEmpty);
}

TEST(StatsCycleAccount, TotalIsBusyAndEveryStall) {
  CycleAccount account;
  account.busy(1);
  for (std::size_t i = 0; i < kStallReasons; ++i) account.stall(static_cast<StallReason>(i), std::uint64_t{10} << (4 * i));
  // 1 + 10 x (1 + 16 + ... + 16^9)
  EXPECT_EQ(account.total(), 1u + 10u * 73'300'775'185u);
  EXPECT_EQ(account.busy(), 1u);
  EXPECT_EQ(account.stalled(StallReason::kWeights), 655360u);
  EXPECT_NO_THROW(account.check_total(733'007'751'851, "engine"));
}

TEST(StatsCycleAccount, AMissingOrExtraCycleBreaksAnInvariantAndSaysWhere) {
  CycleAccount account;
  account.busy(60);
  account.stall(StallReason::kConflict, 20);
  EXPECT_THROW(account.check_total(79, "nfp0.engine3"), InvariantError);
  try {
    account.check_total(81, "nfp0.engine3");
    FAIL();
  } catch (const InvariantError& error) {
    EXPECT_STREQ(error.what(),
                 "nfp0.engine3: busy 60 + output_full 0 + conflict 20 + line_fill 0 + page_fill 0 + weights 0 + dependency 0 + table_miss 0 + page_load 0 + page_sweep 0 + input_empty 0 = 80, but the run has 81 cycles");
  }
}

TEST(StatsCycleAccount, SumsOverInstances) {
  CycleAccount a, b;
  a.busy(3);
  a.stall(StallReason::kInputEmpty, 7);
  b.busy(4);
  b.stall(StallReason::kOutputFull, 6);
  a += b;
  EXPECT_EQ(a.busy(), 7u);
  EXPECT_EQ(a.stalled(StallReason::kInputEmpty), 7u);
  EXPECT_EQ(a.stalled(StallReason::kOutputFull), 6u);
  EXPECT_NO_THROW(a.check_total(10 * 2, "both"));
}

}  // namespace
}  // namespace ngpcsim::stats
