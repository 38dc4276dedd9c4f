#include "models/encoding_engine/cells.h"

#include <cmath>

#include "models/common/isa_clones.h"

namespace ngpcsim::models {
namespace {

/// Positions are not negative, so truncation is floor.
[[gnu::always_inline]] inline void locate_axis(float scale, const float* x, std::uint32_t count, Cells::Axis& cell) {
  for (std::uint32_t i = 0; i < count; ++i) cell[i] = static_cast<std::uint32_t>(static_cast<std::int32_t>(std::fma(scale, x[i], 0.5f)));
}

/// Without an early end, so that it is done many at a time.
[[gnu::always_inline]] inline std::uint32_t outside(const float* x, std::uint32_t count) {
  std::uint32_t found = 0;
  for (std::uint32_t i = 0; i < count; ++i) found |= static_cast<std::uint32_t>(!(x[i] >= 0.0f)) | static_cast<std::uint32_t>(!(x[i] <= 1.0f));
  return found;
}

}  // namespace

NGPCSIM_ISA_CLONES bool in_unit_cube(std::uint32_t dims, const PositionBlock& block) {
  return (outside(block.x, block.count) | outside(block.y, block.count) | (dims == 3 ? outside(block.z, block.count) : 0)) == 0;
}

NGPCSIM_ISA_CLONES void locate_cells(float scale, std::uint32_t dims, const PositionBlock& block, Cells& cells) {
  locate_axis(scale, block.x, block.count, cells.x);
  locate_axis(scale, block.y, block.count, cells.y);
  if (dims == 3) locate_axis(scale, block.z, block.count, cells.z);
}

}  // namespace ngpcsim::models
