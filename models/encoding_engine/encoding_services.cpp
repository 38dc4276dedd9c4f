#include "models/encoding_engine/encoding_services.h"

#include <algorithm>

#include "models/encoding_engine/service_rows.h"

namespace ngpcsim::models {

LevelCosts make_level_costs(std::span<const GridLevel> levels, std::uint32_t dims, const EncodingEngineParams& engine, const LevelPlacement& placement) {
  LevelCosts costs;
  for (const GridLevel& level : levels) costs.push_back(make_level_cost(level, dims, engine.grid_sram.banks * placement.shards, engine.grid_sram));
  return costs;
}

EncodingServices::EncodingServices(std::span<const GridLevel> levels, std::uint32_t dims, std::uint32_t features, const EncodingEngineParams& engine,
                                   const LevelPlacement& placement, const LevelCosts& costs)
    : placement_(placement),
      beats_((features + engine.features_per_cycle - 1) / engine.features_per_cycle),
      reuse_(engine.grid_sram.corner_reuse != CornerReuse::kNone),
      counters_(levels.size()),
      loads_(std::size_t{placement.groups} * placement.lanes()),
      rows_(std::size_t{placement.lanes()} * kMaxBlock),
      fullest_(kMaxBlock) {
  const std::uint32_t copies = interleaves() ? placement.groups : 1;
  for (std::uint32_t g = 0; g < copies; ++g)
    for (std::size_t l = 0; l < levels.size(); ++l) services_.emplace_back(levels[l], dims, engine.grid_sram.corner_reuse, costs[l]);
  if (interleaves()) gathered_.resize(3 * kMaxBlock);
}

/// With several groups, the query before at an engine is not the query before in the stream: it matters only when registers are kept.
bool EncodingServices::interleaves() const { return reuse_ && placement_.groups > 1; }

void EncodingServices::tables_loaded() {
  for (LevelService& service : services_) service.forget();
}

void EncodingServices::run(const PositionBlock& block, std::uint16_t* service, std::uint32_t stride) {
  check(block.count <= kMaxBlock, "a block of {} queries, {} at most", block.count, kMaxBlock);
  if (interleaves()) run_copies(block);
  else run_copy(0, block, 0, 1);
  add_loads(block.count);
  next_group_ = (next_group_ + block.count) % placement_.groups;
  transpose_services(rows_.data(), kMaxBlock, placement_.lanes(), block.count, service, stride);
}

/// Each copy of the levels serves every R-th query, starting with the one whose turn it is.
void EncodingServices::run_copies(const PositionBlock& block) {
  const std::uint32_t groups = placement_.groups;
  float* const x = gathered_.data();
  for (std::uint32_t first = 0; first < groups; ++first) {
    PositionBlock own{x, x + kMaxBlock, x + 2 * kMaxBlock, 0};
    for (std::uint32_t i = first; i < block.count; i += groups, ++own.count) {
      x[own.count] = block.x[i];
      x[kMaxBlock + own.count] = block.y[i];
      if (block.z != nullptr) x[2 * kMaxBlock + own.count] = block.z[i];
    }
    run_copy((next_group_ + first) % groups, own, first, groups);
  }
}

/// Serves the block with one copy of the levels; its queries are number first, first + step, ... of the caller's block.
void EncodingServices::run_copy(std::uint32_t copy, const PositionBlock& block, std::uint32_t first, std::uint32_t step) {
  const auto levels = static_cast<std::uint32_t>(counters_.size());
  const auto beats = static_cast<std::uint16_t>(beats_);
  for (std::uint32_t l = 0; l < levels; ++l) {
    const std::uint64_t cycles = services_[copy * levels + l].run(block, fullest_.data(), counters_[l]) * beats;
    const std::uint32_t lane = l % placement_.lanes();
    std::uint16_t* const row = rows_.data() + std::size_t{lane} * kMaxBlock;
    const bool first_pass = l < placement_.lanes();
    if (step > 1) {
      for (std::uint32_t i = 0; i < block.count; ++i) {
        std::uint16_t& service = row[first + i * step];
        service = static_cast<std::uint16_t>((first_pass ? 0 : service) + fullest_[i] * beats);
      }
    } else if (first_pass) {
      set_services(fullest_.data(), block.count, beats, row);
    } else {
      add_services(fullest_.data(), block.count, beats, row);
    }
    if (placement_.groups == 1) loads_[lane].service += cycles;
  }
}

/// Queries by lane, and with several groups their services, which a level's sum does not tell apart.
void EncodingServices::add_loads(std::uint32_t count) {
  const std::uint32_t groups = placement_.groups, lanes = placement_.lanes();
  for (std::uint32_t first = 0; first < std::min(groups, count); ++first) {
    LaneLoad* const loads = loads_.data() + std::size_t{(next_group_ + first) % groups} * lanes;
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
      loads[lane].queries += (count - first + groups - 1) / groups;
      const std::uint16_t* const row = rows_.data() + std::size_t{lane} * kMaxBlock;
      for (std::uint32_t i = first; groups > 1 && i < count; i += groups) loads[lane].service += row[i];
    }
  }
}

}  // namespace ngpcsim::models
