#include "models/encoding_engine/line_tags.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace ngpcsim::models {
namespace {

/// So many that their tags arrive in time, and not so many that they are gone again.
constexpr std::uint32_t kQueriesAhead = 8;

}  // namespace

LineTags::LineTags(std::span<const GridLevel> levels, std::uint32_t dims, CornerReuse reuse, const LevelPlacement& placement, const LineGeometry& geometry)
    : dims_(dims),
      corners_(corners_read(levels.front().interpolation, dims)),
      reuse_(reuse),
      placement_(placement),
      ways_(geometry.ways),
      sets_(static_cast<std::uint32_t>(geometry.sets)),
      masked_(std::has_single_bit(geometry.sets)),
      set_shift_(static_cast<std::uint32_t>(std::countr_zero(geometry.sets))),
      line_shift_(static_cast<std::uint32_t>(std::countr_zero(geometry.entries))),
      passes_(*std::max_element(placement.lane_passes.begin(), placement.lane_passes.end())) {
  check(std::has_single_bit(geometry.entries) && geometry.sets > 0 && geometry.sets <= 0xFFFF'FFFFu, "lines of {} entries in {} sets", geometry.entries, geometry.sets);
  const std::size_t lanes = std::size_t{placement.groups} * placement.lanes();
  if (total_entries(levels) / geometry.entries / geometry.sets + 1 <= std::numeric_limits<std::uint16_t>::max())
    short_tags_.assign(lanes, std::vector<std::uint16_t>(geometry.sets * geometry.ways));
  else tags_.assign(lanes, std::vector<std::uint32_t>(geometry.sets * geometry.ways));
  for (const GridLevel& level : levels)
    levels_.push_back({.grid = level, .lookups = 0, .misses = 0, .last_cell = std::vector<std::array<std::uint32_t, 3>>(placement.groups), .has_last = std::vector<char>(placement.groups, 0), .missed = {}});
}

void LineTags::tables_loaded() {
  for (Level& level : levels_) std::fill(level.has_last.begin(), level.has_last.end(), char{0});
}

void LineTags::add_to(std::span<LevelCounters> levels) const {
  for (std::size_t l = 0; l < levels_.size(); ++l) {
    levels[l].line_lookups += levels_[l].lookups;
    levels[l].line_misses += levels_[l].misses;
  }
}

void LineTags::run(const PositionBlock& block, MissedLines& missed) {
  for (Level& level : levels_) level.missed.clear();
  for (std::uint32_t first = 0; first < block.count; first += Cells::kCapacity) {
    const PositionBlock part = block.part(first, std::min(Cells::kCapacity, block.count - first), dims_);
    if (tags_.empty()) run_block(short_tags_, part, first);
    else run_block(tags_, part, first);
  }
  merge(block.count, missed);
}

template <class Tag>
void LineTags::run_block(Tags<Tag>& tags, const PositionBlock& block, std::uint32_t first_query) {
  for (std::uint32_t lane = 0; lane < placement_.lanes(); ++lane) run_lane(tags, lane, block, first_query);
  next_group_ = (next_group_ + block.count) % placement_.groups;
}

/// Query by query through the passes of a lane, which share its lines. The lines are worked out first, so that tags can be fetched ahead.
template <class Tag>
void LineTags::run_lane(Tags<Tag>& all, std::uint32_t lane, const PositionBlock& block, std::uint32_t first_query) {
  const std::uint32_t lanes = placement_.lanes(), passes = placement_.lane_passes[lane];
  for (std::uint32_t pass = 0; pass < passes; ++pass) {
    const GridLevel& level = levels_[lane + pass * lanes].grid;
    locate_cells(level.scale, dims_, block, passes_[pass].cells);
    find_corner_lines(level, dims_, passes_[pass].cells, block.count, line_shift_, passes_[pass].lines);
  }
  const auto tags_of = [&](std::uint32_t group) { return all[std::size_t{group % placement_.groups} * lanes + lane].data(); };
  std::uint32_t group = next_group_;
  for (std::uint32_t i = 0; i < block.count; ++i) {
    Tag* const tags = tags_of(group);
    for (std::uint32_t pass = 0; pass < passes; ++pass) {
      Level& level = levels_[lane + pass * lanes];
      const Pass& of = passes_[pass];
      fetch_ahead(tags_of(group + kQueriesAhead), of.lines, std::min(i + kQueriesAhead, block.count - 1));
      const std::array<std::uint32_t, 3> cell{of.cells.x[i], of.cells.y[i], dims_ == 3 ? of.cells.z[i] : 0};
      if (reuse_ == CornerReuse::kCell && is_reused(level, group, cell)) continue;
      look_up(level, of.lines, i, tags, first_query + i);
    }
    group = group + 1 == placement_.groups ? 0 : group + 1;
  }
}

/// Brings the tags of a later query into the host's caches.
template <class Tag>
void LineTags::fetch_ahead(const Tag* tags, const CornerLines& lines, std::uint32_t place) const {
  for (std::uint32_t corner = 0; corner < corners_; ++corner) __builtin_prefetch(tags + std::size_t{set_of(lines.of[corner][place])} * ways_);
}

bool LineTags::is_reused(Level& level, std::uint32_t group, const std::array<std::uint32_t, 3>& cell) const {
  const bool same = level.has_last[group] != 0 && level.last_cell[group] == cell;
  level.has_last[group] = 1;
  level.last_cell[group] = cell;
  return same;
}

template <class Tag>
void LineTags::look_up(Level& level, const CornerLines& lines, std::uint32_t place, Tag* tags, std::uint32_t query) const {
  level.lookups += corners_;
  for (std::uint32_t corner = 0; corner < corners_; ++corner) {
    const std::uint32_t line = lines.of[corner][place];
    Tag* const ways = tags + std::size_t{set_of(line)} * ways_;
    const auto tag = static_cast<Tag>(tag_of(line));
    if (ways[0] == tag || moved_to_front(ways, tag)) continue;
    ++level.misses;
    level.missed.push_back({query, line});
  }
}

/// The ways of a set stand in order of their last look-up: the last one is replaced. True where the line was there.
template <class Tag>
bool LineTags::moved_to_front(Tag* ways, Tag tag) const {
  Tag* const last = ways + ways_ - 1;
  Tag* const found = std::find(ways + 1, last + 1, tag);
  const bool hit = found <= last;
  std::copy_backward(ways, hit ? found : last, hit ? found + 1 : last + 1);
  ways[0] = tag;
  return hit;
}

void LineTags::merge(std::uint32_t queries, MissedLines& missed) {
  const std::uint32_t lanes = placement_.lanes();
  missed.lines.clear();
  missed.end_of_query.resize(queries);
  missed.by_lane.assign(std::size_t{queries} * lanes, 0);
  std::vector<std::size_t> next(levels_.size(), 0);
  for (std::uint32_t query = 0; query < queries; ++query) {
    for (std::size_t l = 0; l < levels_.size(); ++l) {
      const auto& of_level = levels_[l].missed;
      for (; next[l] < of_level.size() && of_level[next[l]].query == query; ++next[l]) {
        missed.lines.push_back(of_level[next[l]].line);
        ++missed.by_lane[std::size_t{query} * lanes + l % lanes];
      }
    }
    missed.end_of_query[query] = static_cast<std::uint32_t>(missed.lines.size());
  }
}

}  // namespace ngpcsim::models
