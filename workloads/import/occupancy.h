#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "workloads/import/morton.h"

namespace ngpcsim::workloads {

/// Which cells of a NeRF scene may hold matter (instant-ngp, Müller et al. 2022, section on occupancy grids). Cascade c covers a cube of side
/// 2^c about (0.5, 0.5, 0.5) with 128^3 cells; within a cascade cells are in Morton order, x lowest, one bit each, least significant
/// bit first.
struct OccupancyGrid {
  static constexpr std::uint32_t kSide = 128;
  static constexpr std::uint32_t kCells = kSide * kSide * kSide;
  static constexpr std::uint32_t kBytesPerCascade = kCells / 8;
  static constexpr std::uint32_t kMaxCascades = 8;

  std::uint32_t cascades = 0;
  std::vector<std::uint8_t> bits;  ///< cascades x kBytesPerCascade

  [[nodiscard]] bool occupied(std::uint32_t cascade, std::uint32_t x, std::uint32_t y, std::uint32_t z) const {
    const std::uint32_t index = morton3(x, y, z);
    return (bits[std::size_t{cascade} * kBytesPerCascade + (index >> 3)] >> (index & 7) & 1) != 0;
  }
  /// Cells set in one cascade.
  [[nodiscard]] std::uint64_t count(std::uint32_t cascade) const;
};

/// Reads a bitfield of 1 to 8 cascades, with or without the 8-byte header of taichi-nerfs (u32 type code, u32 number of 4-byte words that follow,
/// little endian). Throws InputError with the file and the sizes where it is missing, truncated, of any other size, or where the header
/// contradicts the size.
[[nodiscard]] OccupancyGrid read_occupancy(const std::filesystem::path& file);

}  // namespace ngpcsim::workloads
