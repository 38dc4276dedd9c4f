#include "models/common/portable_exp.h"

#include <cmath>

#include "sim/base/error.h"

namespace ngpcsim::models {
namespace {

constexpr double kLn2 = 0x1.62e42fefa39efp-1;
constexpr double kSqrtHalf = 0x1.6a09e667f3bcdp-1;

}  // namespace

double portable_log2(double x) {
  check(std::isfinite(x) && x > 0.0, "log2 of {}", x);
  int exponent = 0;
  double mantissa = std::frexp(x, &exponent);  // exact, in [0.5, 1)
  if (mantissa < kSqrtHalf) {
    mantissa *= 2.0;
    --exponent;
  }
  // ln m = 2 atanh(s) with |s| < 0.1716; the terms shrink by 34, so that 2 s^25 / 25 < 1e-20 is the last one that is added.
  const double s = (mantissa - 1.0) / (mantissa + 1.0);
  const double s2 = s * s;
  double series = 0.0;
  for (int odd = 25; odd >= 1; odd -= 2) series = series * s2 + 1.0 / odd;
  return static_cast<double>(exponent) + 2.0 * s * series / kLn2;
}

double portable_exp2(double x) {
  check(std::abs(x) <= 1000.0, "exp2 of {}", x);
  const double whole = std::floor(x + 0.5);
  // e^t with |t| <= 0.3466: t^n / n! is below 1e-18 from n = 15 on.
  const double t = (x - whole) * kLn2;
  double series = 1.0;
  for (int n = 15; n >= 1; --n) series = 1.0 + series * t / n;
  return std::ldexp(series, static_cast<int>(whole));
}

float log2_fp32(float x) { return static_cast<float>(portable_log2(static_cast<double>(x))); }
float exp2_fp32(float x) { return static_cast<float>(portable_exp2(static_cast<double>(x))); }
float log_fp32(float x) { return static_cast<float>(portable_log2(static_cast<double>(x)) * kLn2); }
float exp_fp32(float x) { return static_cast<float>(portable_exp2(static_cast<double>(x) / kLn2)); }

}  // namespace ngpcsim::models
