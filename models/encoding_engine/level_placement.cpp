#include <bit>

#include <fmt/format.h>

#include "models/encoding_engine/encoding_services.h"

namespace ngpcsim::models {

LevelPlacement place_levels(std::uint32_t levels, const EncodingEngineParams& engine, const InputLocation& at) {
  const std::uint32_t passes = (levels + engine.engines - 1) / engine.engines;
  if (passes > engine.levels_per_engine)
    throw InputError(at, fmt::format("{} levels on {} engines need {} levels per engine, levels_per_engine is {}", levels, engine.engines, passes, engine.levels_per_engine),
                     fmt::format("levels up to {}, or levels_per_engine of at least {}", engine.engines * engine.levels_per_engine, passes));
  LevelPlacement placement;
  const std::uint32_t lanes = std::min(levels, engine.engines);
  for (std::uint32_t lane = 0; lane < lanes; ++lane) placement.lane_passes.push_back((levels - lane + engine.engines - 1) / engine.engines);
  if (levels < engine.engines) {
    if (engine.regroup == Regroup::kReplicate) placement.groups = engine.engines / levels;
    else placement.shards = std::bit_floor(engine.engines / levels);
  }
  return placement;
}

std::uint64_t lane_table_bytes(std::span<const GridLevel> levels, std::uint32_t lane, std::uint32_t features, const EncodingEngineParams& engine,
                               const LevelPlacement& placement) {
  std::uint64_t entries = 0;
  for (std::size_t l = lane; l < levels.size(); l += placement.lanes()) entries += levels[l].entries;
  return entries * features * bytes_of(engine.feature_type);
}

std::uint64_t lane_capacity(const EncodingEngineParams& engine, const LevelPlacement& placement) {
  return std::uint64_t{engine.grid_sram.size_kib} * 1024 * placement.shards;
}

std::optional<std::uint32_t> oversize_lane(std::span<const GridLevel> levels, std::uint32_t features, const EncodingEngineParams& engine, const LevelPlacement& placement) {
  const std::uint64_t capacity = lane_capacity(engine, placement);
  for (std::uint32_t lane = 0; lane < placement.lanes(); ++lane)
    if (lane_table_bytes(levels, lane, features, engine, placement) > capacity) return lane;
  return std::nullopt;
}

SramMode mode_for(std::span<const GridLevel> levels, std::uint32_t features, const EncodingEngineParams& engine, const LevelPlacement& placement) {
  const GridSramParams& sram = engine.grid_sram;
  if (!holds_whole_tables(sram.mode) || sram.oversize == Oversize::kRefuse) return sram.mode;
  return oversize_lane(levels, features, engine, placement) ? SramMode::kCached : sram.mode;
}

void check_capacity(std::span<const GridLevel> levels, std::uint32_t features, const EncodingEngineParams& engine, const LevelPlacement& placement,
                    const InputLocation& at) {
  if (!holds_whole_tables(engine.grid_sram.mode)) return;
  if (const auto lane = oversize_lane(levels, features, engine, placement)) {
    const std::uint64_t capacity = lane_capacity(engine, placement), bytes = lane_table_bytes(levels, *lane, features, engine, placement);
    std::string held;
    for (std::size_t l = *lane; l < levels.size(); l += placement.lanes()) held += fmt::format("{}{} ({} entries)", held.empty() ? "" : ", ", l, levels[l].entries);
    const std::uint64_t needed_kib = (bytes / placement.shards + 1023) / 1024;
    throw InputError(at,
                     fmt::format("level {} of {} x {} B takes {} B, {} B more than the {} B of its grid SRAM", held, features, bytes_of(engine.feature_type), bytes,
                                 bytes - capacity, capacity),
                     fmt::format("grid_sram.size_kib of at least {}{}{}, or grid_sram.mode cached or paged, or oversize cached, or unbounded (marked idealised)", needed_kib,
                                 engine.feature_type == FeatureType::kFp16 ? ", feature_type int8" : "",
                                 engine.regroup == Regroup::kReplicate && levels.size() < engine.engines ? ", regroup shard" : ""));
  }
}

}  // namespace ngpcsim::models
