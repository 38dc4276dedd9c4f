#include "sim/stats/histogram.h"

#include <map>
#include <numeric>

#include <gtest/gtest.h>

#include "sim/base/rng.h"

namespace ngpcsim::stats {
namespace {

TEST(StatsHistogram, EveryValueHasOneBin) {
  Histogram h("service", "cycles", "cycles per query", 4);
  for (const std::uint64_t value : {0u, 1u, 1u, 3u, 4u, 1000u}) h.add(value);
  EXPECT_EQ(std::vector<std::uint64_t>(h.bins().begin(), h.bins().end()), (std::vector<std::uint64_t>{1, 2, 0, 1}));
  EXPECT_EQ(h.overflow(), 2u);  // 4 is the first that has no bin
  EXPECT_EQ(h.count(), 6u);
  EXPECT_EQ(h.sum(), 1009u);
  EXPECT_EQ(h.max(), 1000u);
}

TEST(StatsHistogram, EqualsAMapOnRandomValues) {
  Rng rng(5);
  std::map<std::uint64_t, std::uint64_t> slow;
  Histogram one("h", "", "", 16), two("h", "", "", 16);
  for (int i = 0; i < 10000; ++i) {
    const std::uint64_t value = rng.below(20), times = rng.below(3);
    (i % 2 == 0 ? one : two).add(value, times);
    slow[value] += times;
  }
  one += two;
  std::uint64_t count = 0, sum = 0, above = 0;
  for (const auto& [value, times] : slow) {
    count += times;
    sum += value * times;
    if (value < 16) {
      EXPECT_EQ(one.bins()[value], times) << value;
    } else {
      above += times;
    }
  }
  EXPECT_EQ(one.overflow(), above);
  EXPECT_EQ(one.count(), count);
  EXPECT_EQ(one.sum(), sum);
  EXPECT_EQ(one.max(), 19u);
  EXPECT_EQ(std::accumulate(one.bins().begin(), one.bins().end(), one.overflow()), one.count());
}

TEST(StatsHistogram, NothingAddedLeavesNoTrace) {
  Histogram h("h", "", "", 2);
  h.add(7, 0);
  EXPECT_EQ(h.max(), 0u);
  EXPECT_EQ(h.count(), 0u);
  h.add(7);
  h.reset();
  EXPECT_EQ(h.overflow() + h.count() + h.sum() + h.max(), 0u);
}

TEST(StatsHistogram, TakesItsOwnKindOnly) {
  Histogram h("h", "cycles", "", 2);
  EXPECT_THROW(h += Histogram("g", "cycles", "", 2), InvariantError);
  EXPECT_THROW(h += Histogram("h", "bytes", "", 2), InvariantError);
  EXPECT_THROW(h += Histogram("h", "cycles", "", 3), InvariantError);
}

}  // namespace
}  // namespace ngpcsim::stats
