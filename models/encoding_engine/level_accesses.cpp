#include "models/encoding_engine/level_accesses.h"

#include <algorithm>

namespace ngpcsim::models {

LevelAccesses::LevelAccesses(const GridLevel& level, std::uint32_t dims, std::uint32_t banks, const GridSramParams& sram, std::uint32_t groups)
    : scale_(level.scale), dims_(dims), banks_(level, dims, banks, sram), reuse_(sram.corner_reuse == CornerReuse::kCell), kept_(groups) {}

void LevelAccesses::run(const PositionBlock& block, std::uint32_t group, PassAccesses* to, std::size_t stride) {
  Cells cells;
  if (dims_ == 2) cells.z.fill(0);
  locate_cells(scale_, dims_, block, cells);
  banks_.fill(cells, block.count, to, stride);
  if (reuse_) mark_reused(cells, block.count, group, to, stride);
}

void LevelAccesses::mark_reused(const Cells& cells, std::uint32_t count, std::uint32_t group, PassAccesses* to, std::size_t stride) {
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::array<std::uint32_t, 3> cell{cells.x[i], cells.y[i], cells.z[i]};
    Kept& kept = kept_[group];
    if (kept.any && kept.cell == cell) to[i * stride].count = 0;
    kept = {.any = true, .cell = cell};
    group = group + 1 == kept_.size() ? 0 : group + 1;
  }
}

void LevelAccesses::forget() { std::fill(kept_.begin(), kept_.end(), Kept{}); }

}  // namespace ngpcsim::models
