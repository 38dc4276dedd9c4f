#include "tests/naive/gemm_number.h"

#include <cmath>
#include <cstring>

#include "tests/naive/half.h"

namespace ngpcsim::naive {

GemmNumber decode(GemmType type, std::uint16_t bits) {
  GemmNumber number;
  if (type == GemmType::kInt8) {
    number.whole = static_cast<std::uint32_t>(static_cast<std::int32_t>(static_cast<std::int8_t>(bits & 0xFF)));
  } else if (type == GemmType::kFp16) {
    number.real = to_float(static_cast<Half>(bits));
  } else {
    const std::uint32_t wide = static_cast<std::uint32_t>(bits) << 16;
    std::memcpy(&number.real, &wide, sizeof wide);
  }
  return number;
}

GemmNumber product(GemmType type, GemmNumber a, GemmNumber b) {
  return type == GemmType::kInt8 ? GemmNumber{0.0F, a.whole * b.whole} : GemmNumber{a.real * b.real, 0};
}

GemmNumber sum(GemmType type, GemmNumber a, GemmNumber b) {
  return type == GemmType::kInt8 ? GemmNumber{0.0F, a.whole + b.whole} : GemmNumber{a.real + b.real, 0};
}

/// By the numbers, not the bits: the two neighbours of eight significant bits, and the nearer one.
std::uint16_t to_bf16(float value) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  if (!std::isfinite(value)) return static_cast<std::uint16_t>(std::isnan(value) ? 0x7FC0 : bits >> 16);
  const auto below_bits = bits & 0xFFFF0000U, above_bits = below_bits + 0x10000U;  // in magnitude
  float below = 0.0F, above = 0.0F;
  std::memcpy(&below, &below_bits, sizeof below);
  std::memcpy(&above, &above_bits, sizeof above);
  const double next = std::isinf(above) ? std::copysign(std::ldexp(1.0, 128), value) : static_cast<double>(above);
  const double to_below = std::fabs(static_cast<double>(value) - static_cast<double>(below)), to_above = std::fabs(next - static_cast<double>(value));
  const bool up = to_above < to_below || (to_above == to_below && ((below_bits >> 16) & 1) != 0);
  return static_cast<std::uint16_t>((up ? above_bits : below_bits) >> 16);
}

std::uint32_t encode(GemmType type, GemmNumber value) {
  if (type == GemmType::kInt8) return value.whole;
  return type == GemmType::kFp16 ? to_half(value.real) : to_bf16(value.real);
}

}  // namespace ngpcsim::naive
