#pragma once
#include <array>
#include <cstdint>

#include "models/common/grid_levels.h"
#include "models/encoding_engine/params.h"

namespace ngpcsim::models {

/// What looking up the corners of one cell costs (docs/timing.md, 2.1).
struct CellCost {
  std::uint8_t fullest = 1;   ///< accesses to the fullest bank
  std::uint8_t accesses = 1;  ///< words read
};

/// The definition, one cell at a time: the reference for the tables and kernels that stand in for it. `cell` holds the lower corner,
/// `log2_banks` is 0..8.
[[nodiscard]] CellCost cell_cost(const GridLevel& level, std::uint32_t dims, const std::array<std::uint32_t, 3>& cell, const GridSramParams& sram,
                                 std::uint32_t log2_banks);

}  // namespace ngpcsim::models
