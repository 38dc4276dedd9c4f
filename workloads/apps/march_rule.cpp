#include "workloads/apps/march_rule.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "workloads/import/portable_math.h"

namespace ngpcsim::workloads {
namespace {

constexpr double kStep = double{kMinStep};
constexpr double kLongStep = double{kMaxStep};
constexpr double kLog = 0.003898640415657323;  // ln(257/256)
constexpr double kA = kStep / kLog;
constexpr double kB = kLongStep / kLog;
constexpr float kSurelyLinear = 0.4338f;  // below A

double to_stepping_space(double t) {
  if (t <= kA) return (t - kA) / kStep + portable_log(kA) / kLog;
  if (t <= kB) return portable_log(t) / kLog;
  return (t - kB) / kLongStep + portable_log(kB) / kLog;
}

double from_stepping_space(double s) {
  const double a = portable_log(kA) / kLog;
  const double b = portable_log(kB) / kLog;
  if (s <= a) return (s - a) * kStep + kA;
  if (s <= b) return portable_exp(s * kLog);
  return (s - b) * kLongStep + kB;
}

}  // namespace

MarchRule::MarchRule(std::uint32_t aabb_scale)
    : low(0.5f - 0.5f * static_cast<float>(aabb_scale)),
      high(0.5f + 0.5f * static_cast<float>(aabb_scale)),
      max_cascade(static_cast<std::uint32_t>(std::bit_width(aabb_scale)) - 1),
      cone(aabb_scale > 1) {}

ConeSteps::ConeSteps() {
  double power = 1.0;
  for (float& factor : growth_) {
    factor = static_cast<float>(power);
    power *= 257.0 / 256.0;
  }
}

float ConeSteps::steps_of(float z) {
  const float z2 = z * z;
  float sum = z2 * kOddReciprocals[5] + kOddReciprocals[4];
  for (std::size_t i = 4; i-- > 0;) sum = z2 * sum + kOddReciprocals[i];
  return z * sum * kTwoOverLog;
}

float ConeSteps::advance(float t, float distance) const {
  if (t >= kExponentialFrom && t <= kExponentialTo) {
    const float z = distance / (distance + 2.0f * t);
    if (z <= kLargestRatio) return t * growth_[static_cast<std::size_t>(std::ceil(std::max(steps_of(z), 0.5f)))];
  } else if (t < kSurelyLinear) {
    const float next = t + kMinStep * std::ceil(std::max(distance / kMinStep, 0.5f));
    if (next <= kSurelyLinear) return next;
  }
  // Regions meet here, or the cell is larger than half the distance to it: rare enough for the definition itself, in double.
  const double start = to_stepping_space(double{t});
  const double steps = std::ceil(std::max(to_stepping_space(double{t} + double{distance}) - start, 0.5));
  return static_cast<float>(from_stepping_space(start + steps));
}

}  // namespace ngpcsim::workloads
