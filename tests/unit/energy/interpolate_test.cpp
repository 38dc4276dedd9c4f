#include "models/energy/interpolate.h"

#include <cmath>

#include <gtest/gtest.h>

#include "sim/base/error.h"

namespace ngpcsim::energy {
namespace {

TEST(LogLog, IsExactAtItsPoints) {
  const LogPoint a{8192.0, 5.96349};
  const LogPoint b{16384.0, 11.3769};
  EXPECT_EQ(interpolate_log_log(a, b, a.x), a.y);
  EXPECT_EQ(interpolate_log_log(a, b, b.x), b.y);
}

TEST(LogLog, FollowsThePowerLaw) {
  // y = 3 x^1.5 through (1, 3) and (4, 24); the closed form needs a logarithm, which the function under test does without.
  for (const double x : {0.01, 0.5, 1.7, 2.0, 3.99, 5.0, 1000.0}) {
    EXPECT_NEAR(interpolate_log_log({1.0, 3.0}, {4.0, 24.0}, x), 3.0 * std::pow(x, 1.5), 1e-11 * std::pow(x, 1.5)) << x;
  }
}

TEST(LogLog, FallsAndStaysFlat) {
  EXPECT_NEAR(interpolate_log_log({1.0, 8.0}, {2.0, 4.0}, std::sqrt(2.0)), 8.0 / std::sqrt(2.0), 1e-13);
  EXPECT_DOUBLE_EQ(interpolate_log_log({1.0, 7.0}, {2.0, 7.0}, 1.3), 7.0);
}

TEST(LogLog, IsMonotoneBetweenItsPoints) {
  double before = 2.0;
  for (int step = 1; step <= 1000; ++step) {
    const double y = interpolate_log_log({1.0, 2.0}, {2.0, 3.0}, 1.0 + step / 1000.0);
    EXPECT_GT(y, before) << step;
    before = y;
  }
  EXPECT_EQ(before, 3.0);
}

TEST(LogLog, RejectsWhatHasNoLogarithm) {
  EXPECT_THROW((void)interpolate_log_log({0.0, 1.0}, {2.0, 3.0}, 1.0), InvariantError);
  EXPECT_THROW((void)interpolate_log_log({1.0, 0.0}, {2.0, 3.0}, 1.5), InvariantError);
  EXPECT_THROW((void)interpolate_log_log({2.0, 1.0}, {2.0, 3.0}, 2.0), InvariantError);
  EXPECT_THROW((void)interpolate_log_log({1.0, 1.0}, {2.0, 3.0}, 0.0), InvariantError);
}

TEST(Linear, IsExactAtItsPointsAndHalfway) {
  EXPECT_EQ(interpolate_linear({32.0, 0.641}, {20.0 + 24.0, 0.1}, 32.0), 0.641);
  EXPECT_EQ(interpolate_linear({20.0, 0.238}, {32.0, 0.641}, 32.0), 0.641);
  EXPECT_DOUBLE_EQ(interpolate_linear({20.0, 1.0}, {32.0, 3.0}, 26.0), 2.0);
}

}  // namespace
}  // namespace ngpcsim::energy
