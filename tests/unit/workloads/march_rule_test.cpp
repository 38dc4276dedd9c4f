#include "workloads/apps/march_rule.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sim/base/rng.h"

namespace ngpcsim::workloads {
namespace {

/// Stepping space as instant-ngp defines it, in long double with the library's logarithm.
class SteppingSpace {
 public:
  [[nodiscard]] long double to(long double t) const {
    if (t <= at_) return (t - at_) / min_ + a_;
    return t <= bt_ ? std::log(t) / log_ : (t - bt_) / max_ + b_;
  }
  [[nodiscard]] long double from(long double s) const {
    if (s <= a_) return (s - a_) * min_ + at_;
    return s <= b_ ? std::exp(s * log_) : (s - b_) * max_ + bt_;
  }

 private:
  long double min_ = std::sqrt(3.0L) / 1024, max_ = std::sqrt(3.0L), log_ = std::log(257.0L / 256);
  long double a_ = (std::log(min_) - std::log(log_)) / log_, b_ = (std::log(max_) - std::log(log_)) / log_;
  long double at_ = std::exp(a_ * log_), bt_ = std::exp(b_ * log_);
};

/// advance() lands on the right step; where the exact number of steps is within `slack` of a whole one, its neighbour is right too.
void expect_step(const ConeSteps& cone, float t, float distance) {
  const SteppingSpace space;
  const long double exact = std::max(space.to(static_cast<long double>(t) + distance) - space.to(t), 0.5L);
  const long double next = cone.advance(t, distance);
  const long double slack = 1e-3L;
  const long double taken = space.to(next) - space.to(t);
  EXPECT_NEAR(static_cast<double>(taken), static_cast<double>(std::round(taken)), 1e-2) << "not a whole step at t = " << t << ", distance " << distance;
  EXPECT_GE(std::round(taken), std::ceil(exact - slack)) << "t = " << t << ", distance " << distance;
  EXPECT_LE(std::round(taken), std::ceil(exact + slack)) << "t = " << t << ", distance " << distance;
}

TEST(ConeSteps, FollowsSteppingSpaceEverywhere) {
  const ConeSteps cone;
  Rng rng(7);
  for (int i = 0; i < 20000; ++i) {
    // Distances from 1e-3 to 1e3 (all three parts and both borders) and cells from far below a step to far beyond t.
    const float t = std::exp((rng.unit() * 2 - 1) * 6.9f);
    const float distance = t * std::exp((rng.unit() - 0.75f) * 12.0f);
    expect_step(cone, t, distance);
  }
}

TEST(ConeSteps, OneStepWithoutDistance) {
  const ConeSteps cone;
  EXPECT_FLOAT_EQ(cone.advance(0.1f, 0.0f), 0.1f + kMinStep);
  EXPECT_FLOAT_EQ(cone.advance(2.0f, 0.0f), 2.0f * 257 / 256);
  EXPECT_FLOAT_EQ(cone.advance(1000.0f, 0.0f), 1000.0f + std::sqrt(3.0f));
  for (float t = 0.42f; t < 0.45f; t += 1e-4f) expect_step(cone, t, 0.0f);
  for (float t = 440.0f; t < 450.0f; t += 0.05f) expect_step(cone, t, 0.0f);
}

TEST(MarchRule, CubeAndCascadesOfAScale) {
  const MarchRule unit(1);
  EXPECT_EQ(unit.low, 0.0f);
  EXPECT_EQ(unit.high, 1.0f);
  EXPECT_EQ(unit.max_cascade, 0u);
  EXPECT_FALSE(unit.cone);
  const MarchRule wide(16);
  EXPECT_EQ(wide.low, -7.5f);
  EXPECT_EQ(wide.high, 8.5f);
  EXPECT_EQ(wide.max_cascade, 4u);
  EXPECT_TRUE(wide.cone);
  EXPECT_FLOAT_EQ(kMaxStep, std::sqrt(3.0f));
}

}  // namespace
}  // namespace ngpcsim::workloads
