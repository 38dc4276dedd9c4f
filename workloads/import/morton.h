#pragma once
#include <cstdint>

/// Z-order of cells of a 3-D grid, x in the lowest bit (golden vectors: tests/unit/workloads).
namespace ngpcsim::workloads {

/// Moves bit i of a 10-bit number to bit 3i.
[[nodiscard]] constexpr std::uint32_t spread_bits(std::uint32_t v) {
  v = (v * 0x00010001u) & 0xFF0000FFu;
  v = (v * 0x00000101u) & 0x0F00F00Fu;
  v = (v * 0x00000011u) & 0xC30C30C3u;
  return (v * 0x00000005u) & 0x49249249u;
}

/// The inverse of spread_bits: gathers bits 0, 3, 6 … of a 30-bit number.
[[nodiscard]] constexpr std::uint32_t gather_bits(std::uint32_t v) {
  v &= 0x49249249u;
  v = (v | v >> 2) & 0xC30C30C3u;
  v = (v | v >> 4) & 0x0F00F00Fu;
  v = (v | v >> 8) & 0xFF0000FFu;
  return (v | v >> 16) & 0x000003FFu;
}

/// Morton index of cell (x, y, z), each below 1024.
[[nodiscard]] constexpr std::uint32_t morton3(std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  return spread_bits(x) | spread_bits(y) << 1 | spread_bits(z) << 2;
}

/// Moves bit 2i of a number to bit i.
[[nodiscard]] constexpr std::uint32_t gather_even_bits(std::uint32_t v) {
  v &= 0x55555555u;
  v = (v | v >> 1) & 0x33333333u;
  v = (v | v >> 2) & 0x0F0F0F0Fu;
  v = (v | v >> 4) & 0x00FF00FFu;
  return (v | v >> 8) & 0x0000FFFFu;
}

}  // namespace ngpcsim::workloads
