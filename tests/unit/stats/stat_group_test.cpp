#include "sim/stats/stat_group.h"

#include <gtest/gtest.h>

#include "tests/unit/stats/sample_tree.h"

namespace ngpcsim::stats {
namespace {

/// Writes the calls it gets as one line.
class Recorder : public StatVisitor {
 public:
  void enter(const StatGroup& group) override { calls += group.name() + "("; }
  void leave(const StatGroup&) override { calls += ")"; }
  void cycles(const CycleAccount& account) override { calls += "cycles=" + std::to_string(account.total()) + " "; }
  void counter(const Counter& counter) override { calls += std::string(counter.name()) + "=" + std::to_string(counter.value()) + " "; }
  void histogram(const Histogram& histogram) override { calls += std::string(histogram.name()) + "#" + std::to_string(histogram.count()) + " "; }
  std::string calls;
};

TEST(StatsGroup, VisitsInOrderOfDeclaration) {
  Recorder recorder;
  sample::cluster().visit(recorder);
  EXPECT_EQ(recorder.calls,
            "chip(nfp0(engine0(cycles=100 look_ups=480 service#60 level_0(conflicts=40 ))"
            "engine1(cycles=100 look_ups=560 service#70 level_0(conflicts=10 )level_1(conflicts=20 ))))");
}

TEST(StatsGroup, KeepsCopiesSoThatBlocksMayGo) {
  StatGroup group("g");
  {
    Counter counter("n", "", "");
    counter += 5;
    group.add(counter);
    ++counter;
  }
  EXPECT_EQ(group.find_counter("n")->value(), 5u);
  EXPECT_EQ(group.find_counter("m"), nullptr);
}

TEST(StatsGroup, NamesAreUnique) {
  StatGroup group("g");
  group.add(Counter("n", "", ""));
  EXPECT_THROW(group.add(Counter("n", "", "")), InvariantError);
  EXPECT_THROW(group.add(Histogram("n", "", "", 1)), InvariantError);
  EXPECT_THROW(group.add(StatGroup("n")), InvariantError);
  group.add(CycleAccount());
  EXPECT_THROW(group.add(CycleAccount()), InvariantError);
}

TEST(StatsGroup, MergeAddsByNameAndKeepsWhatOnlyOneHas) {
  const StatGroup root = sample::cluster();
  const StatGroup& nfp = *root.find_group("nfp0");
  StatGroup sum = *nfp.find_group("engine0");
  sum.merge(*nfp.find_group("engine1"));
  EXPECT_EQ(sum.cycles()->busy(), 130u);
  EXPECT_EQ(sum.cycles()->stalled(StallReason::kConflict), 70u);
  EXPECT_EQ(sum.find_counter("look_ups")->value(), 8u * 130u);
  EXPECT_EQ(sum.histograms().front().count(), 130u);
  EXPECT_EQ(sum.find_group("level_0")->find_counter("conflicts")->value(), 50u);
  EXPECT_EQ(sum.find_group("level_1")->find_counter("conflicts")->value(), 20u);
  EXPECT_EQ(sum.name(), "engine0");
  EXPECT_THROW(sum.merge(nfp), InvariantError);
}

TEST(StatsGroup, EveryAccountOfTheTreeIsChecked) {
  const StatGroup root = sample::cluster();
  EXPECT_NO_THROW(root.check_totals(100));
  EXPECT_THROW(root.check_totals(101), InvariantError);
  StatGroup odd = root;
  CycleAccount idle;
  idle.stall(StallReason::kInputEmpty, 99);
  odd.add(StatGroup("dma", "dma")).add(idle);
  EXPECT_THROW(odd.check_totals(100), InvariantError);
}

}  // namespace
}  // namespace ngpcsim::stats
