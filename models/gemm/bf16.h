#pragma once
#include <bit>
#include <cstdint>

namespace ngpcsim::models {

/// bfloat16: the upper half of fp32. Widening is exact; narrowing rounds to nearest even and keeps subnormals; NaN becomes the canonical 0x7FC0.
[[nodiscard]] constexpr float bf16_to_float(std::uint16_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16); }

[[nodiscard]] constexpr std::uint16_t to_bf16(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if ((bits & 0x7FFFFFFFu) > 0x7F800000u) return 0x7FC0;
  return static_cast<std::uint16_t>((bits + 0x7FFFu + ((bits >> 16) & 1u)) >> 16);  // a carry moves into the exponent, up to infinity
}

}  // namespace ngpcsim::models
