#pragma once
#include <cstdint>
#include <cstring>

#include "models/common/fp16.h"
#include "models/common/lane_vector.h"
#include "models/common/value_row.h"

/// The operations of fp16.h on eight lanes of fp32 that hold fp16 numbers: plain fp32 operations and integers, no branches, the same results.
/// A NaN stays a NaN of any sign and payload; it becomes the canonical one where lanes become Fp16 (to_fp16).
namespace ngpcsim::models {

/// Rounds to the nearest fp16 number, ties to even, as to_fp16 does. With 2^e <= |x| < 2^(e+1), or e = -14 for what is smaller, fp16 numbers near x are
/// multiples of 2^(e-10). That is the unit of fp32 at 1.5 x 2^(e+13), and the sum of x and that number stays in its binade, so the hardware rounds it to this
/// unit, to even where it ties; the difference is exact. Where |x| is so large that e + 13 is no exponent of fp32, the result is infinity anyway.
[[gnu::always_inline]] inline void round_to_fp16(Floats8& x) {
  constexpr std::int32_t kExponent = 0x7F800000, kSmallestNormal = (127 - 14) << 23, kInfinity = 0x7F800000;
  constexpr std::uint32_t kUnit = (13u << 23) | 0x400000u;
  constexpr std::int32_t kSign = static_cast<std::int32_t>(0x80000000u);
  const Bits8 bits = reinterpret_cast<Bits8>(x);
  const Bits8 exponent = bits & kExponent;
  const Bits8 larger = exponent > kSmallestNormal ? exponent : Bits8{} + kSmallestNormal;
  const Floats8 unit = reinterpret_cast<Floats8>(reinterpret_cast<Lanes8>(larger) + kUnit);  // may pass the largest exponent
  const Bits8 rounded = reinterpret_cast<Bits8>((x + unit) - unit);
  const Floats8 magnitude = reinterpret_cast<Floats8>(bits & ~kSign);
  const Bits8 unsigned_result = magnitude >= 65520.0f ? Bits8{} + kInfinity : rounded;
  x = reinterpret_cast<Floats8>(unsigned_result | (bits & kSign));  // also of what became zero
}

/// sum = weight x feature + sum, with one rounding to fp16: fp16_fma of eight lanes. The product has 22 bits and is exact in fp32. The error of the sum in
/// fp32 is known exactly (Knuth's two-sum), and tells on which side of the rounded sum the exact one lies; where they differ, the one of its two neighbours
/// whose last bit is odd is taken (rounding to odd). Rounding that to fp16 equals rounding the exact sum: between two neighbours of fp32, fp16 has neither a
/// number nor a midpoint, since those are multiples of twice the unit of fp32 (11 + 1 bits of 24, or of 2^-25 below the normals), that is, even (Boldo and
/// Melquiond, "Emulation of FMA and correctly rounded sums: proved algorithms using rounding to odd", 2008). Infinities and NaN have no comparable error and
/// are left alone.
[[gnu::always_inline]] inline void fp16_fma(Floats8& sum, const Floats8& weight, const Floats8& feature) {
  const Floats8 product = weight * feature;
  const Floats8 nearest = product + sum;
  const Floats8 part = nearest - product;
  const Floats8 error = (product - (nearest - part)) + (sum - part);
  const Bits8 bits = reinterpret_cast<Bits8>(nearest);
  const Bits8 inexact = (error < 0.0f) | (error > 0.0f);
  const Bits8 even = (bits & 1) - 1;
  const Bits8 step = ((reinterpret_cast<Bits8>(error) ^ bits) >> 31) | 1;  // of the magnitude: away from zero where the error has the sum's sign
  sum = reinterpret_cast<Floats8>(bits + (step & even & inexact));
  round_to_fp16(sum);
}

/// Widens eight numbers. Exact.
[[gnu::always_inline]] inline void widen(Floats8& to, const Fp16* from) {
  using Halves [[gnu::vector_size(16)]] = std::uint16_t;
  constexpr std::int32_t kRebias = (127 - 15) << 23;
  Halves halves;
  std::memcpy(&halves, from, sizeof halves);
  const Bits8 bits = __builtin_convertvector(halves, Bits8);
  const Bits8 magnitude = bits & 0x7FFF;
  const Bits8 normal = (magnitude << 13) + kRebias;
  const Bits8 special = normal + kRebias;  // infinity and NaN
  const Bits8 subnormal = reinterpret_cast<Bits8>(__builtin_convertvector(magnitude, Floats8) * 0x1p-24f);
  const Bits8 finite = magnitude < 0x0400 ? subnormal : normal;
  const Bits8 any = magnitude >= 0x7C00 ? special : finite;
  to = reinterpret_cast<Floats8>(any | ((bits & 0x8000) << 16));
}

}  // namespace ngpcsim::models
