#include "models/energy/interpolate.h"

#include <cmath>

#include "sim/base/error.h"

namespace ngpcsim::energy {
namespace {

// Halvings of the logarithmic interval: one for each bit of a double's mantissa, after which the ends differ by an ulp or so.
constexpr int kHalvings = 53;

// The segment moved by its own length on log axes, towards larger or smaller x.
void step_up(LogPoint& a, LogPoint& b) {
  const LogPoint next{b.x * (b.x / a.x), b.y * (b.y / a.y)};
  a = b;
  b = next;
}

void step_down(LogPoint& a, LogPoint& b) {
  const LogPoint before{a.x * (a.x / b.x), a.y * (a.y / b.y)};
  b = a;
  a = before;
}

}  // namespace

double interpolate_log_log(LogPoint a, LogPoint b, double x) {
  check(a.x > 0.0 && a.x < b.x && a.y > 0.0 && b.y > 0.0 && x > 0.0, "log-log interpolation of ({}, {}) and ({}, {}) at {}", a.x, a.y,
        b.x, b.y, x);
  while (x > b.x) step_up(a, b);
  while (x < a.x) step_down(a, b);
  // A geometric mean halves the segment on both axes at once, so bisecting x finds y without a logarithm.
  for (int halving = 0; halving < kHalvings; ++halving) {
    if (x == a.x) return a.y;
    if (x == b.x) return b.y;
    const LogPoint middle{std::sqrt(a.x * b.x), std::sqrt(a.y * b.y)};
    (x < middle.x ? b : a) = middle;
  }
  return a.y;
}

double interpolate_linear(LogPoint a, LogPoint b, double x) {
  check(a.x < b.x, "linear interpolation between {} and {}", a.x, b.x);
  if (x == b.x) return b.y;
  return a.y + (b.y - a.y) * ((x - a.x) / (b.x - a.x));
}

}  // namespace ngpcsim::energy
