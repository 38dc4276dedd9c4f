#pragma once
#include <cstdint>
#include <span>

#include "models/common/grid_levels.h"
#include "models/encoding_engine/cells.h"

namespace ngpcsim::models {

/// The floor under any simulation of grid look-ups: the table indices of every corner of every level and nothing else, folded into one word by XOR so
/// that none can be left out. 3-D, levels hashed or dense, positions in [0, 1], at most Cells::kCapacity queries, a multiple of 8.
[[nodiscard]] std::uint32_t address_checksum(std::span<const GridLevel> levels, const PositionBlock& block);

}  // namespace ngpcsim::models
