#pragma once
#include <array>
#include <cstdint>

#include "models/common/grid_levels.h"
#include "models/encoding_engine/cells.h"

namespace ngpcsim::models {

/// Where the floor leaves its addresses: of one level, corner by corner. 8 KiB: stays in the first cache.
struct CornerAddresses {
  alignas(32) std::array<Cells::Axis, 8> corner;
};

/// The floor under any simulation of grid look-ups: the table indices of every corner of one level are computed and stored, and nothing else. 3-D, a
/// level hashed or dense, positions in [0, 1], at most Cells::kCapacity queries, a multiple of 8.
void corner_addresses(const GridLevel& level, const PositionBlock& block, CornerAddresses& addresses);

}  // namespace ngpcsim::models
