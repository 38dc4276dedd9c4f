#include <gtest/gtest.h>
#include <unistd.h>

#include "sim/app/plot/axis.h"
#include "sim/app/plot/bar_chart.h"

namespace ngpcsim::app {
namespace {

BarChart chart(double value) {
  return {.title = "Title", .y_label = "speedup", .groups = {"a", "b"}, .series = {{"one", {value, std::nullopt}, {2.5, std::nullopt}}, {"two", {1.0, 3.0}, {}}}, .mark_name = "published"};
}

TEST(Figures, TheSameBytesEachTimeAndNoDate) {
  const std::vector<OutputFile> first = bar_chart_figure("speedup", chart(2.0), false);
  ::usleep(1100000);  // a date would have another second
  const std::vector<OutputFile> second = bar_chart_figure("speedup", chart(2.0), false), other = bar_chart_figure("speedup", chart(2.1), false);
  ASSERT_EQ(first.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(first[i].name, second[i].name);
    EXPECT_TRUE(first[i].text == second[i].text) << first[i].name;
    EXPECT_FALSE(first[i].text == other[i].text) << first[i].name;
  }
  EXPECT_EQ(first[0].name, "speedup.svg");
  EXPECT_TRUE(first[1].text.starts_with("%PDF"));
  EXPECT_TRUE(first[2].text.starts_with("\x89PNG"));
}

TEST(Figures, TicksAreRoundAndFew) {
  EXPECT_DOUBLE_EQ(tick_step(58.0), 10.0);
  EXPECT_DOUBLE_EQ(tick_step(5.0), 1.0);
  for (double most = 0.013; most < 1e5; most *= 1.37) {
    EXPECT_LE(most / tick_step(most), 6.0);
    EXPECT_GE(most / tick_step(most), 2.0);
  }
}

}  // namespace
}  // namespace ngpcsim::app
