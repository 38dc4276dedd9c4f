#include "models/encoding_engine/encoding_accesses.h"

#include <algorithm>

namespace ngpcsim::models {

EncodingAccesses::EncodingAccesses(std::span<const GridLevel> levels, std::uint32_t dims, const EncodingEngineParams& engine, const LevelPlacement& placement)
    : dims_(dims), groups_(placement.groups) {
  for (const GridLevel& level : levels) levels_.emplace_back(level, dims, engine.grid_sram.banks * placement.shards, engine.grid_sram, placement.groups);
}

void EncodingAccesses::run(const PositionBlock& block, PassAccesses* accesses) {
  for (std::uint32_t first = 0; first < block.count; first += Cells::kCapacity) {
    const PositionBlock part = block.part(first, std::min(Cells::kCapacity, block.count - first), dims_);
    for (std::size_t level = 0; level < levels_.size(); ++level) levels_[level].run(part, next_group_, accesses + first * levels_.size() + level, levels_.size());
    next_group_ = (next_group_ + part.count) % groups_;
  }
}

void EncodingAccesses::tables_loaded() {
  for (LevelAccesses& level : levels_) level.forget();
}

}  // namespace ngpcsim::models
