#include "tests/naive/half.h"

#include <cmath>

#include "sim/base/error.h"

namespace ngpcsim::naive {
namespace {

__extension__ using Wide = __int128;

constexpr int kFractionBits = 10;
constexpr int kUnitExponent = -24;  // every fp16 number is a whole multiple of 2^-24
constexpr Half kSign = 0x8000;
constexpr Half kInfinity = 0x7C00;

[[nodiscard]] bool negative(Half value) { return (value & kSign) != 0; }

/// The number in units of 2^-24.
[[nodiscard]] Wide units(Half value) {
  const int exponent = (value >> kFractionBits) & 31;
  check(exponent != 31, "fp16 infinity or NaN {:#06x} as an operand", value);
  const Wide fraction = value & 1023;
  const Wide magnitude = exponent == 0 ? fraction : (fraction + 1024) << (exponent - 1);
  return negative(value) ? -magnitude : magnitude;
}

/// magnitude x 2^(kUnitExponent - extra_bits), rounded to nearest even; `tail` says that bits below were lost.
[[nodiscard]] Half round_magnitude(Wide magnitude, int extra_bits, bool tail) {
  int exponent = 1;  // biased; 1 is also the spacing of subnormals
  int drop = extra_bits;
  while ((magnitude >> drop) >= 2048) {
    ++drop;
    ++exponent;
  }
  Wide kept = magnitude >> drop;
  if (drop > 0) {
    const Wide half_way = Wide{1} << (drop - 1);
    const Wide rest = magnitude & ((Wide{1} << drop) - 1);
    if (rest > half_way || (rest == half_way && (tail || (kept & 1) != 0))) ++kept;
  }
  if (kept == 2048) {
    kept = 1024;
    ++exponent;
  }
  if (exponent > 30) return kInfinity;
  if (kept < 1024) return static_cast<Half>(kept);
  return static_cast<Half>((exponent << kFractionBits) | static_cast<int>(kept & 1023));
}

}  // namespace

Half to_half(float value) {
  check(std::isfinite(value), "{} has no finite fp16 value", value);
  const Half sign = std::signbit(value) ? kSign : Half{0};
  const float magnitude = std::fabs(value);
  if (magnitude >= 131072.0F) return static_cast<Half>(sign | kInfinity);
  // fp32 below 2^17 has at most 41 bits above 2^-24; 40 more below keep everything but numbers far under half of the smallest fp16.
  constexpr int kExtra = 40;
  const float scaled = std::ldexp(magnitude, kExtra - kUnitExponent);
  const float whole = std::floor(scaled);
  return static_cast<Half>(sign | round_magnitude(static_cast<Wide>(whole), kExtra, scaled != whole));
}

float to_float(Half value) {
  const float magnitude = std::ldexp(static_cast<float>(units(static_cast<Half>(value & ~kSign))), kUnitExponent);
  return negative(value) ? -magnitude : magnitude;
}

Half half_fma(Half a, Half b, Half c) {
  const Wide product = units(a) * units(b);             // in 2^-48
  const Wide sum = product + units(c) * (Wide{1} << 24);  // in 2^-48
  if (sum == 0) {
    const bool negative_product = negative(a) != negative(b);
    return product == 0 && negative_product && units(c) == 0 && negative(c) ? kSign : Half{0};
  }
  const Half sign = sum < 0 ? kSign : Half{0};
  return static_cast<Half>(sign | round_magnitude(sum < 0 ? -sum : sum, 24, false));
}

}  // namespace ngpcsim::naive
