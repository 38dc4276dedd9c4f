#include "models/encoding_engine/encoding_services.h"

#include <algorithm>
#include <array>

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
      rows_(std::make_unique<FullestRows>()) {
  check(placement.lanes() <= FullestRows::kMaxLanes, "{} lanes, {} at most", placement.lanes(), FullestRows::kMaxLanes);
  const std::uint32_t copies = interleaves() ? placement.groups : 1;
  for (std::uint32_t g = 0; g < copies; ++g)
    for (std::size_t l = 0; l < levels.size(); ++l) services_.emplace_back(levels[l], dims, engine.grid_sram.corner_reuse, costs[l]);
}

/// With several groups, the query before at an engine is not the query before in the stream: it matters only when registers are kept.
bool EncodingServices::interleaves() const { return reuse_ && placement_.groups > 1; }

void EncodingServices::tables_loaded() {
  for (LevelService& service : services_) service.forget();
}

void EncodingServices::run(const PositionBlock& block, std::uint16_t* service, std::uint32_t stride) {
  const std::uint32_t dims = block.z != nullptr ? 3 : 2;
  for (std::uint32_t first = 0; first < block.count; first += Cells::kCapacity)
    run_part(block.part(first, std::min(Cells::kCapacity, block.count - first), dims), service + std::size_t{first} * stride, stride);
}

void EncodingServices::run_part(const PositionBlock& block, std::uint16_t* service, std::uint32_t stride) {
  check(in_unit_cube(block.z != nullptr ? 3 : 2, block), "a query's position lies outside the unit cube");
  if (interleaves()) run_copies(block, service, stride);
  else run_copy(0, block, service, stride);
  add_loads(block.count, service, stride);
  next_group_ = (next_group_ + block.count) % placement_.groups;
}

/// Each copy of the levels serves every R-th query, starting with the one whose turn it is.
void EncodingServices::run_copies(const PositionBlock& block, std::uint16_t* service, std::uint32_t stride) {
  const std::uint32_t groups = placement_.groups;
  std::array<float, Cells::kCapacity> x, y, z;
  for (std::uint32_t first = 0; first < groups; ++first) {
    PositionBlock own{x.data(), y.data(), block.z != nullptr ? z.data() : nullptr, 0};
    for (std::uint32_t i = first; i < block.count; i += groups, ++own.count) {
      x[own.count] = block.x[i];
      y[own.count] = block.y[i];
      if (block.z != nullptr) z[own.count] = block.z[i];
    }
    run_copy((next_group_ + first) % groups, own, service + std::size_t{first} * stride, stride * groups);
  }
}

/// Serves the block with one copy of the levels, pass by pass.
void EncodingServices::run_copy(std::uint32_t copy, const PositionBlock& block, std::uint16_t* service, std::uint32_t stride) {
  const auto levels = static_cast<std::uint32_t>(counters_.size());
  const std::uint32_t lanes = placement_.lanes();
  for (std::uint32_t pass = 0; pass < levels; pass += lanes) {
    const std::uint32_t in_pass = std::min(lanes, levels - pass);
    for (std::uint32_t lane = 0; lane < in_pass; ++lane) {
      const std::uint64_t cycles = services_[copy * levels + pass + lane].run(block, rows_->row[lane], counters_[pass + lane]);
      if (placement_.groups == 1) loads_[lane].service += cycles * beats_;
    }
    scatter_rows(*rows_, in_pass, block.count, static_cast<std::uint16_t>(beats_), pass > 0, service, stride);
  }
}

/// Queries by lane, and with several groups their services, which a level's sum does not tell apart.
void EncodingServices::add_loads(std::uint32_t count, const std::uint16_t* service, std::uint32_t stride) {
  const std::uint32_t groups = placement_.groups, lanes = placement_.lanes();
  for (std::uint32_t first = 0; first < std::min(groups, count); ++first) {
    LaneLoad* const loads = loads_.data() + std::size_t{(next_group_ + first) % groups} * lanes;
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
      loads[lane].queries += (count - first + groups - 1) / groups;
      for (std::uint32_t i = first; groups > 1 && i < count; i += groups) loads[lane].service += service[std::size_t{i} * stride + lane];
    }
  }
}

}  // namespace ngpcsim::models
