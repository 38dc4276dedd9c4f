#include <gtest/gtest.h>
#include <rtl_builds/direction_encoder_default.h>
#include <rtl_builds/direction_encoder_pair.h>
#include <rtl_builds/direction_encoder_short.h>
#include <rtl_builds/direction_encoder_slow.h>

#include "tests/equiv/direction/direction_equivalence.h"

// The random cases of direction_equivalence_test.cpp by the ten thousand, and two builds more.
namespace ngpcsim::equiv {
namespace {

constexpr std::uint64_t kCases = 20'000;

TEST(DirectionEquivalenceLong, DefaultSizes) { EXPECT_EQ(direction_differences(100'000, kCases, rtl::builds::direction_encoder_default()), ""); }

TEST(DirectionEquivalenceLong, ShortestQueues) { EXPECT_EQ(direction_differences(200'000, kCases, rtl::builds::direction_encoder_short()), ""); }

TEST(DirectionEquivalenceLong, IntervalLongerThanThePipeline) { EXPECT_EQ(direction_differences(300'000, kCases, rtl::builds::direction_encoder_slow()), ""); }

TEST(DirectionEquivalenceLong, TwoOfMost) { EXPECT_EQ(direction_differences(400'000, kCases, rtl::builds::direction_encoder_pair()), ""); }

TEST(DirectionEquivalenceLong, SpecialDirections) {
  EXPECT_EQ(direction_difference(special_directions(), rtl::builds::direction_encoder_short()), "");
  EXPECT_EQ(direction_difference(special_directions(), rtl::builds::direction_encoder_slow()), "");
  EXPECT_EQ(direction_difference(special_directions(), rtl::builds::direction_encoder_pair()), "");
}

}  // namespace
}  // namespace ngpcsim::equiv
