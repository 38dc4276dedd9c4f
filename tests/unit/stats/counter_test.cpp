#include "sim/stats/counter.h"

#include <gtest/gtest.h>

namespace ngpcsim::stats {
namespace {

TEST(StatsCounter, CountsAndSumsOverInstances) {
  Counter a("look_ups", "corners", "corners looked up");
  ++a;
  a += 7;
  EXPECT_EQ(a.value(), 8u);
  Counter b("look_ups", "corners", "corners looked up");
  b += 3;
  a += b;
  EXPECT_EQ(a.value(), 11u);
  EXPECT_EQ(b.value(), 3u);
  a.reset();
  EXPECT_EQ(a.value(), 0u);
  EXPECT_EQ(a.name(), "look_ups");
  EXPECT_EQ(a.unit(), "corners");
  EXPECT_EQ(a.meaning(), "corners looked up");
}

TEST(StatsCounter, TakesItsOwnKindOnly) {
  Counter a("look_ups", "corners", "");
  EXPECT_THROW(a += Counter("conflicts", "corners", ""), InvariantError);
  EXPECT_THROW(a += Counter("look_ups", "bytes", ""), InvariantError);
}

}  // namespace
}  // namespace ngpcsim::stats
