#pragma once
#include <bit>
#include <cstdint>

/// IEEE 754 binary16 as bits, with the operations the datapath has. Everything is integer code or IEEE double arithmetic, so that it gives
/// the same bits on every machine, with or without half-precision instructions. All roundings are to nearest even and subnormals are kept.
/// NaN: whatever NaN goes in, `kFp16NaN` comes out (quiet, sign and payload zero: the canonical NaN of RISC-V); widening gives the fp32
/// pattern 0x7FC00000. A model in hardware need not carry payloads.
namespace ngpcsim::models {

struct Fp16 {
  std::uint16_t bits = 0;
  /// Equality of bits: +0 differs from -0, and NaN equals NaN.
  friend constexpr bool operator==(Fp16, Fp16) = default;
};

inline constexpr Fp16 kFp16NaN{0x7E00};
inline constexpr Fp16 kFp16Infinity{0x7C00};

[[nodiscard]] constexpr bool is_nan(Fp16 value) { return (value.bits & 0x7FFFu) > kFp16Infinity.bits; }

/// Widening is exact. 1 sign, 5 exponent (bias 15), 10 fraction bits; subnormals are fraction x 2^-24.
[[nodiscard]] constexpr float to_float(Fp16 value) {
  const std::uint32_t sign = static_cast<std::uint32_t>(value.bits & 0x8000u) << 16;
  const std::uint32_t magnitude = value.bits & 0x7FFFu;
  if (magnitude > kFp16Infinity.bits) return std::bit_cast<float>(0x7FC00000u);
  if (magnitude == kFp16Infinity.bits) return std::bit_cast<float>(sign | 0x7F800000u);
  if (magnitude >= 0x0400u) return std::bit_cast<float>(sign | ((magnitude << 13) + ((127u - 15u) << 23)));
  const float subnormal = static_cast<float>(magnitude) * 0x1p-24f;
  return std::bit_cast<float>(sign | std::bit_cast<std::uint32_t>(subnormal));
}

/// Rounds once, to nearest even; 65520 and above become infinity. Also right for fp32, which widens to double exactly.
[[nodiscard]] constexpr Fp16 to_fp16(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const auto sign = static_cast<std::uint16_t>((bits >> 48) & 0x8000u);
  const std::uint64_t magnitude = bits & 0x7FFFFFFFFFFFFFFFull;
  constexpr std::uint64_t kInfinity = 0x7FF0000000000000ull, kOverflow = std::bit_cast<std::uint64_t>(65520.0),
                          kSmallestNormal = std::bit_cast<std::uint64_t>(0x1p-14), kHalfOfSmallest = std::bit_cast<std::uint64_t>(0x1p-25);
  if (magnitude > kInfinity) return kFp16NaN;
  if (magnitude >= kOverflow) return Fp16{static_cast<std::uint16_t>(sign | kFp16Infinity.bits)};
  if (magnitude <= kHalfOfSmallest) return Fp16{sign};  // the tie at 2^-25 goes to even, which is zero

  // Normals drop 42 of the 52 fraction bits; below 2^-14 the unit stays 2^-24, so each lower exponent drops one bit more.
  const auto round = [sign](std::uint64_t significand, unsigned drop) {
    const std::uint64_t odd = (significand >> drop) & 1u;
    return Fp16{static_cast<std::uint16_t>(sign | (significand + ((std::uint64_t{1} << (drop - 1)) - 1 + odd)) >> drop)};  // a carry moves into the exponent
  };
  if (magnitude >= kSmallestNormal) return round(magnitude - (std::uint64_t{1023 - 15} << 52), 42);
  const auto exponent = static_cast<unsigned>(magnitude >> 52);
  return round((magnitude & 0xFFFFFFFFFFFFFull) | 0x10000000000000ull, 42u + (1023u - 14u - exponent));
}

/// a x b + c with one rounding to fp16.
/// Why double is enough: the product (22 bits) is exact. If the result is finite in fp16, either |c| <= |a x b| < 2^16 and the sum spans at
/// most the bits 2^15 .. 2^-48 with the product's lowest bit 21 below its highest and c's no lower than 2^-24, 40 bits in all, hence exact;
/// or |c| is larger, and then the sum is exact unless a x b lies more than 30 bits below c, where it cannot move the rounding: c is itself an
/// fp16 number, the nearest midpoint is 2^-12 of it away, and double's rounding error is 2^-53 of it.
[[nodiscard]] constexpr Fp16 fp16_fma(Fp16 a, Fp16 b, Fp16 c) {
  const double product = static_cast<double>(to_float(a)) * static_cast<double>(to_float(b));
  return to_fp16(product + static_cast<double>(to_float(c)));
}

}  // namespace ngpcsim::models
