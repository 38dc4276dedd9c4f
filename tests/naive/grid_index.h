#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "tests/naive/setup.h"

/// Grid look-ups of tiny-cuda-nn, one corner at a time (its rules as restated in the reference notes on NGP algorithms, section 1).
namespace ngpcsim::naive {

/// The cell a position falls into: integer coordinates of its lower corner and the fraction within it, per dimension.
struct Cell {
  std::array<std::uint32_t, 3> corner{};
  std::array<float, 3> fraction{};
};

/// Vertices per dimension: ceil(scale) + 1.
[[nodiscard]] std::uint32_t resolution(const Level& level);
/// Entries of a level: resolution^dims rounded up to 8, then limited to 2^log2T (hash) or base_resolution^dims (tiled).
[[nodiscard]] std::uint32_t entries(const GridSetup& grid, const Level& level);
/// Position fma(scale, x, 0.5), floor, fraction, in fp32.
[[nodiscard]] Cell locate(const GridSetup& grid, const Level& level, const Query& query);
/// Entry of the corner: bit d of `number` selects the upper neighbour in dimension d.
[[nodiscard]] std::uint32_t corner_entry(const GridSetup& grid, const Level& level, const Cell& cell, unsigned number);
/// Interpolation weight of the corner: fp32 product over x, y, z from 1.
[[nodiscard]] float corner_weight(const GridSetup& grid, const Cell& cell, unsigned number);
/// The F interpolated features, from the table of the level.
[[nodiscard]] std::vector<Half> interpolate(const GridSetup& grid, const Level& level, const Cell& cell);

}  // namespace ngpcsim::naive
