#include "sim/config/range.h"

#include <gtest/gtest.h>

namespace ngpcsim::config {
namespace {

constexpr std::int64_t kMax64 = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kMin64 = std::numeric_limits<std::int64_t>::min();

TEST(ConfigRange, IsCutToTheType) {
  EXPECT_EQ(within_type<std::uint8_t>({.min = -5, .max = 1000}).min, 0);
  EXPECT_EQ(within_type<std::uint8_t>({.min = -5, .max = 1000}).max, 255);
  EXPECT_EQ(within_type<std::int8_t>({.min = -1000, .max = 1000}).min, -128);
  EXPECT_EQ(within_type<std::int8_t>({.min = -1000, .max = -3}).max, -3);
  EXPECT_EQ(within_type<std::uint64_t>({}).max, kMax64);
  EXPECT_EQ(within_type<std::int64_t>({.min = kMin64}).min, kMin64);
}

TEST(ConfigRange, ContainsItsEnds) {
  const IntRange range{.min = 2, .max = 8};
  EXPECT_FALSE(contains(range, 1));
  EXPECT_TRUE(contains(range, 2));
  EXPECT_TRUE(contains(range, 8));
  EXPECT_FALSE(contains(range, 9));
  const RealRange real{.min = 0.5, .max = 1.5};
  EXPECT_TRUE(contains(real, 0.5));
  EXPECT_TRUE(contains(real, 1.5));
  EXPECT_FALSE(contains(real, 0.49999));
  EXPECT_FALSE(contains(RealRange{}, std::numeric_limits<double>::quiet_NaN()));
  EXPECT_FALSE(contains(RealRange{}, std::numeric_limits<double>::infinity()));
}

TEST(ConfigRange, PowersOfTwo) {
  for (const std::int64_t no : {kMin64, std::int64_t{-4}, std::int64_t{0}, std::int64_t{3}, std::int64_t{6}, kMax64}) EXPECT_FALSE(is_power_of_two(no)) << no;
  for (int shift = 0; shift < 63; ++shift) EXPECT_TRUE(is_power_of_two(std::int64_t{1} << shift)) << shift;
}

TEST(ConfigRange, Texts) {
  EXPECT_EQ(range_text(IntRange{.min = 1, .max = 64}), "1..64");
  EXPECT_EQ(range_text(IntRange{.min = 1, .max = 64, .power_of_two = true}), "1..64 and a power of two");
  EXPECT_EQ(range_text(IntRange{}), ">= 0");
  EXPECT_EQ(range_text(IntRange{.min = kMin64, .max = 5}), "<= 5");
  EXPECT_EQ(range_text(IntRange{.min = kMin64}), "any integer");
  EXPECT_EQ(range_text(RealRange{}), "any finite number");
  EXPECT_EQ(range_text(RealRange{.min = 0.5}), ">= 0.5");
  EXPECT_EQ(range_text(RealRange{.max = 2}), "<= 2");
  EXPECT_EQ(range_text(RealRange{.min = 0.5, .max = 1.2}), "0.5..1.2");
}

}  // namespace
}  // namespace ngpcsim::config
