#pragma once
#include <bit>
#include <cstdint>

/// IEEE 754 binary16 in files.
namespace ngpcsim::workloads {

[[nodiscard]] inline float half_to_float(std::uint16_t bits) { return static_cast<float>(std::bit_cast<_Float16>(bits)); }
/// To nearest, ties to even.
[[nodiscard]] inline std::uint16_t float_to_half(float value) { return std::bit_cast<std::uint16_t>(static_cast<_Float16>(value)); }
[[nodiscard]] constexpr bool half_is_finite(std::uint16_t bits) { return (bits & 0x7C00u) != 0x7C00u; }

}  // namespace ngpcsim::workloads
