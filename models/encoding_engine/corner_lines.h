#pragma once
#include <array>
#include <cstdint>

#include "models/common/grid_levels.h"
#include "models/encoding_engine/cells.h"

namespace ngpcsim::models {

/// The lines of the tables in which the corners of up to Cells::kCapacity cells lie: `of[c][i]` is that of corner c of cell i, x fastest; of those that are read.
struct CornerLines {
  alignas(32) std::array<std::array<std::uint32_t, Cells::kCapacity>, 8> of;
};

/// `line_shift`: log2 of the entries of a line. Lines are numbered from the first entry of the first level on.
void find_corner_lines(const GridLevel& level, std::uint32_t dims, const Cells& cells, std::uint32_t count, std::uint32_t line_shift, CornerLines& lines);

}  // namespace ngpcsim::models
