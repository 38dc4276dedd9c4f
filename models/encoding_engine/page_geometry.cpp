#include "models/encoding_engine/page_geometry.h"

#include <algorithm>

#include <fmt/format.h>

#include "models/common/ceil_div.h"

namespace ngpcsim::models {
namespace {

constexpr std::uint64_t kMostPages = 0xFFFF;   // of a lane
constexpr std::uint32_t kMostBanks = 256;      // of all engines that hold a level together

/// What pages are cut by.
struct Cut {
  std::uint64_t page_bytes = 0, entry_bytes = 0, word_entries = 1;
  std::uint64_t banks = 1, beats = 1;
};

TablePage page_of(const GridLevel& level, std::uint64_t first_entry, const Cut& cut) {
  const std::uint64_t entries = std::min(cut.page_bytes / cut.entry_bytes, level.entries - first_entry);
  const std::uint64_t words = ceil_div(entries, cut.word_entries);
  return {.address = (level.offset + first_entry) * cut.entry_bytes,
          .bytes = static_cast<std::uint32_t>(entries * cut.entry_bytes),
          .fill_cycles = static_cast<std::uint32_t>(ceil_div(words, cut.banks) * cut.beats)};
}

PagedLaneGeometry cut_lane(std::span<const GridLevel> levels, std::uint32_t lane, std::uint32_t lanes, const Cut& cut) {
  PagedLaneGeometry geometry{.lane = lane, .levels = {}, .first_page = {}, .pages = {}};
  for (std::size_t l = lane; l < levels.size(); l += lanes) {
    geometry.levels.push_back(static_cast<std::uint32_t>(l));
    geometry.first_page.push_back(static_cast<std::uint32_t>(geometry.pages.size()));
    for (std::uint64_t entry = 0; entry < levels[l].entries; entry += cut.page_bytes / cut.entry_bytes) geometry.pages.push_back(page_of(levels[l], entry, cut));
  }
  return geometry;
}

void check_page(const EncodingEngineParams& engine, const LevelPlacement& placement, const Cut& cut, const WhereInSram& where) {
  const std::uint32_t page_kib = engine.grid_sram.paging.page_kib;
  if (cut.page_bytes > lane_capacity(engine, placement))
    throw InputError(where("paging.page_kib"), fmt::format("a page of {} KiB does not fit a grid SRAM of {} KiB", page_kib, lane_capacity(engine, placement) / 1024), "a smaller page, or a larger size_kib");
  if (cut.page_bytes < cut.entry_bytes * cut.word_entries)
    throw InputError(where("paging.page_kib"), fmt::format("a page of {} KiB holds no word of {} entries of {} B", page_kib, cut.word_entries, cut.entry_bytes), "a larger page");
  if (cut.banks > kMostBanks)
    throw InputError(where("mode"), fmt::format("paged with {} banks in one lane", cut.banks), fmt::format("at most {} banks in all engines that hold a level together", kMostBanks));
}

}  // namespace

bool PageGeometry::holds_lane(std::uint32_t lane) const {
  return std::any_of(lanes.begin(), lanes.end(), [lane](const PagedLaneGeometry& paged) { return paged.lane == lane; });
}

PageGeometry page_geometry(std::span<const GridLevel> levels, const EncodingParams& encoding, const EncodingEngineParams& engine, const LevelPlacement& placement,
                           const WhereInSram& where) {
  const GridSramParams& sram = engine.grid_sram;
  const Cut cut{.page_bytes = std::uint64_t{sram.paging.page_kib} * 1024,
                .entry_bytes = encoding.features * bytes_of(engine.feature_type),
                .word_entries = sram.word_entries,
                .banks = std::uint64_t{sram.banks} * placement.shards,
                .beats = ceil_div(encoding.features, engine.features_per_cycle)};
  PageGeometry geometry;
  for (std::uint32_t lane = 0; lane < placement.lanes(); ++lane) {
    const std::uint64_t bytes = lane_table_bytes(levels, lane, encoding.features, engine, placement);
    if (bytes <= lane_capacity(engine, placement)) continue;
    if (bytes / cut.page_bytes > kMostPages - placement.lane_passes[lane])
      throw InputError(where("paging.page_kib"), fmt::format("tables of {} B in pages of {} B", bytes, cut.page_bytes), fmt::format("at most {} pages: larger ones", kMostPages));
    geometry.lanes.push_back(cut_lane(levels, lane, placement.lanes(), cut));
    geometry.passes = std::max(geometry.passes, placement.lane_passes[lane]);
  }
  if (geometry.lanes.empty()) return geometry;
  check_page(engine, placement, cut, where);
  geometry.page_bytes = static_cast<std::uint32_t>(cut.page_bytes);
  geometry.page_words = static_cast<std::uint32_t>(cut.page_bytes / cut.entry_bytes / cut.word_entries);
  geometry.frames = static_cast<std::uint32_t>(lane_capacity(engine, placement) / cut.page_bytes);
  return geometry;
}

}  // namespace ngpcsim::models
