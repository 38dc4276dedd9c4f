#pragma once
#include <array>
#include <cstdint>

namespace ngpcsim::models {

/// Positions of consecutive queries, in [0, 1]; z is ignored in 2-D.
struct PositionBlock {
  const float* x = nullptr;
  const float* y = nullptr;
  const float* z = nullptr;
  std::uint32_t count = 0;

  [[nodiscard]] PositionBlock part(std::uint32_t first, std::uint32_t n, std::uint32_t dims) const {
    return {x + first, y + first, dims == 3 ? z + first : nullptr, n};
  }
};

/// Integer cell coordinates of up to kCapacity queries on one level, as models/common/grid_index.h locates them. 3 KiB: stays in the first cache.
struct Cells {
  static constexpr std::uint32_t kCapacity = 256;
  using Axis = std::array<std::uint32_t, kCapacity>;
  alignas(32) Axis x, y, z;
};

/// Whether all positions lie in [0, 1]; NaN does not.
[[nodiscard]] bool in_unit_cube(std::uint32_t dims, const PositionBlock& block);

/// floor(fma(scale, position, 0.5)) of at most Cells::kCapacity queries.
void locate_cells(float scale, std::uint32_t dims, const PositionBlock& block, Cells& cells);

}  // namespace ngpcsim::models
