#include "sim/stats/kind_totals.h"

#include <gtest/gtest.h>

#include "tests/unit/stats/sample_tree.h"

namespace ngpcsim::stats {
namespace {

TEST(StatsKindTotals, InstancesOfAKindAreAddedUpLevelByLevel) {
  const std::vector<KindTotal> totals = sum_by_kind(sample::cluster());
  ASSERT_EQ(totals.size(), 2u);
  EXPECT_EQ(totals[0].sum.kind(), "nfp");
  EXPECT_EQ(totals[0].instances, 1u);
  EXPECT_FALSE(totals[0].sum.cycles().has_value());
  EXPECT_TRUE(totals[0].sum.groups().empty()) << "the engines are a kind of their own";

  const StatGroup& engines = totals[1].sum;
  EXPECT_EQ(engines.name(), "encoding_engine");
  EXPECT_EQ(totals[1].instances, 2u);
  EXPECT_EQ(engines.cycles()->total(), 2u * 100u);
  EXPECT_EQ(engines.find_group("level_0")->find_counter("conflicts")->value(), 50u);
  EXPECT_EQ(engines.find_group("level_1")->find_counter("conflicts")->value(), 20u);
}

TEST(StatsKindTotals, ABlockInsideAPartWithoutKindIsStillFound) {
  StatGroup group("banks");
  group.add(sample::engine("e", 5, 2));
  StatGroup outer("nfp0", "nfp");
  outer.add(group);
  const std::vector<KindTotal> totals = sum_by_kind(outer);
  ASSERT_EQ(totals.size(), 2u);
  EXPECT_EQ(totals[1].sum.kind(), "encoding_engine");
  EXPECT_TRUE(totals[0].sum.find_group("banks")->groups().empty());
}

}  // namespace
}  // namespace ngpcsim::stats
