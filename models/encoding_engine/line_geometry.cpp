#include <algorithm>

#include <fmt/format.h>

#include "models/common/ceil_div.h"
#include "models/encoding_engine/line_tags.h"

namespace ngpcsim::models {
namespace {

constexpr std::uint64_t kMostLines = 0xFFFF'FFFE;  // line numbers have 32 bits, and one more value says that there is none
constexpr std::uint32_t kMostService = 0xFFFF;     // cycles of a query in a lane, 16 bits

std::uint64_t sets_of(const EncodingEngineParams& engine, const LevelPlacement& placement, const WhereInSram& where) {
  const GridCacheParams& cache = engine.grid_sram.cache;
  const std::uint64_t capacity = std::uint64_t{engine.grid_sram.size_kib} * 1024 * placement.shards, set = std::uint64_t{cache.line_bytes} * cache.ways;
  if (capacity % set != 0)
    throw InputError(where("cache.ways"), fmt::format("the {} B of a lane's grid SRAM are no whole number of sets of {} x {} B", capacity, cache.ways, cache.line_bytes),
                     "ways and lines that divide it");
  return capacity / set;
}

/// Every look-up of a query may miss, and each miss takes the banks for a while.
void check_service(const EncodingParams& encoding, const LevelPlacement& placement, std::uint64_t fill, const WhereInSram& where) {
  const std::uint64_t passes = *std::max_element(placement.lane_passes.begin(), placement.lane_passes.end());
  const std::uint64_t most = passes * (std::uint64_t{1} << encoding.dims) * (fill + encoding.features);
  if (most > kMostService)
    throw InputError(where("cache.line_bytes"), fmt::format("a query whose look-ups all miss takes its grid SRAM for up to {} cycles", most),
                     fmt::format("at most {}: shorter lines, or more banks", kMostService));
}

void check_fill_buffer(const EncodingParams& encoding, const GridCacheParams& cache, const WhereInSram& where) {
  const std::uint64_t least = std::uint64_t{cache.gate_queries} * encoding.levels << encoding.dims;
  if (cache.fill_buffer_lines < least)
    throw InputError(where("cache.fill_buffer_lines"),
                     fmt::format("{} lines cannot hold what {} queries of {} levels with {} corners each may miss", cache.fill_buffer_lines, cache.gate_queries, encoding.levels, 1u << encoding.dims),
                     fmt::format("at least {}, or a smaller gate_queries", least));
}

}  // namespace

LineGeometry line_geometry(std::span<const GridLevel> levels, const EncodingParams& encoding, const EncodingEngineParams& engine, const LevelPlacement& placement,
                           const WhereInSram& where) {
  const GridSramParams& sram = engine.grid_sram;
  const std::uint32_t entry_bytes = encoding.features * bytes_of(engine.feature_type);
  if (sram.cache.line_bytes < entry_bytes)
    throw InputError(where("cache.line_bytes"), fmt::format("lines of {} B hold no entry of {} B", sram.cache.line_bytes, entry_bytes), fmt::format("at least {}", entry_bytes));
  const std::uint64_t lines = ceil_div(total_entries(levels) * entry_bytes, sram.cache.line_bytes);
  if (lines > kMostLines)
    throw InputError(where("cache.line_bytes"), fmt::format("tables of {} lines", lines), fmt::format("at most {}: longer lines", kMostLines));
  check_fill_buffer(encoding, sram.cache, where);
  const std::uint64_t words = std::max<std::uint64_t>(1, sram.cache.line_bytes / (sram.word_entries * entry_bytes));
  const std::uint64_t beats = ceil_div(encoding.features, engine.features_per_cycle);
  const std::uint64_t fill = ceil_div(words, std::uint64_t{sram.banks} * placement.shards) * beats;
  check_service(encoding, placement, fill, where);
  return {.line_bytes = sram.cache.line_bytes,
          .ways = sram.cache.ways,
          .sets = sets_of(engine, placement, where),
          .entries = sram.cache.line_bytes / entry_bytes,
          .fill_cycles = static_cast<std::uint32_t>(fill)};
}

}  // namespace ngpcsim::models
