#include "models/encoding_engine/cells.h"

#include <cmath>

#include "models/common/isa_clones.h"

namespace ngpcsim::models {
namespace {

/// Positions are not negative, so truncation is floor.
[[gnu::always_inline]] inline void locate_axis(float scale, const float* x, std::uint32_t count, Cells::Axis& cell) {
  for (std::uint32_t i = 0; i < count; ++i) cell[i] = static_cast<std::uint32_t>(static_cast<std::int32_t>(std::fma(scale, x[i], 0.5f)));
}

}  // namespace

NGPCSIM_ISA_CLONES void locate_cells(float scale, std::uint32_t dims, const PositionBlock& block, Cells& cells) {
  locate_axis(scale, block.x, block.count, cells.x);
  locate_axis(scale, block.y, block.count, cells.y);
  if (dims == 3) locate_axis(scale, block.z, block.count, cells.z);
}

}  // namespace ngpcsim::models
