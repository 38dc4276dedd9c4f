#include "models/encoding_engine/page_bins.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

namespace ngpcsim::models {
namespace {

constexpr std::uint32_t kVisitShift = 32;

/// By the accesses to the fullest bank: what a visit adds to its bin.
constexpr std::array<std::uint64_t, 9> kVisits = [] {
  std::array<std::uint64_t, 9> visits{};
  for (std::uint64_t n = 1; n < visits.size(); ++n) visits[n] = std::uint64_t{1} << kVisitShift | n;
  return visits;
}();

}  // namespace

PageBins::PageBins(std::span<const GridLevel> levels, std::uint32_t dims, const EncodingEngineParams& engine, const LevelPlacement& placement, const PageGeometry& geometry)
    : dims_(dims),
      groups_(placement.groups),
      page_shift_(static_cast<std::uint32_t>(std::countr_zero(geometry.page_words))),
      merges_(engine.grid_sram.word_entries > 1) {
  for (const PagedLaneGeometry& from : geometry.lanes) {
    Lane lane{.levels = {}, .pages = static_cast<std::uint32_t>(from.pages.size()), .bins = std::vector<std::uint64_t>(groups_ * from.pages.size())};
    for (std::size_t pass = 0; pass < from.levels.size(); ++pass) {
      const std::uint32_t number = from.levels[pass];
      lane.levels.push_back({.number = number, .first_page = from.first_page[pass], .scale = levels[number].scale, .banks = CornerBanks(levels[number], dims, engine.grid_sram.banks * placement.shards, engine.grid_sram)});
    }
    lanes_.push_back(std::move(lane));
  }
}

void PageBins::add(const PositionBlock& block) {
  for (std::uint32_t first = 0; first < block.count; first += Cells::kCapacity) {
    const PositionBlock part = block.part(first, std::min(Cells::kCapacity, block.count - first), dims_);
    for (Lane& lane : lanes_)
      for (Level& level : lane.levels) add_level(lane, level, part);
    next_group_ = (next_group_ + part.count) % groups_;
  }
}

void PageBins::add_level(Lane& lane, Level& level, const PositionBlock& block) {
  locate_cells(level.scale, dims_, block, cells_);
  level.banks.locate(cells_, block.count, words_, banks_);
  level.accesses += find_page_visits(words_, banks_, block.count, dims_, page_shift_, merges_, rows_);
  count(lane, level, block.count);
}

void PageBins::count(Lane& lane, Level& level, std::uint32_t queries) {
  const std::uint32_t corners = 1u << dims_;
  std::uint32_t group = next_group_;
  for (std::uint32_t i = 0; i < queries; ++i) {
    std::uint64_t* const bins = lane.bins.data() + std::size_t{group} * lane.pages + level.first_page;
    for (std::uint32_t corner = 0; corner < corners; ++corner) {
      const std::uint32_t fullest = rows_.fullest.corner[corner][i];
      bins[rows_.page.corner[corner][i]] += kVisits[fullest];
      ++level.visits[fullest];
    }
    group = group + 1 == groups_ ? 0 : group + 1;
  }
}

void PageBins::take(std::size_t n, std::vector<PageWork>& works) {
  Lane& lane = lanes_[n];
  for (std::uint32_t page = 0; page < lane.pages; ++page) {
    PageWork work{.page = page};
    for (std::uint32_t group = 0; group < groups_; ++group) {
      const std::uint64_t bin = lane.bins[std::size_t{group} * lane.pages + page], accesses = bin & 0xFFFF'FFFF;
      if (accesses > work.accesses) work = {.page = page, .visits = bin >> kVisitShift, .accesses = accesses};
    }
    if (work.visits > 0) works.push_back(work);
  }
  std::fill(lane.bins.begin(), lane.bins.end(), 0);
}

void PageBins::write_to(std::span<LevelCounters> levels) const {
  for (const Lane& lane : lanes_)
    for (const Level& level : lane.levels) {
      LevelCounters& counters = levels[level.number];
      counters.accesses = level.accesses;
      counters.conflict_histogram = level.visits;
      counters.conflict_histogram[0] = 0;
      counters.page_visits = std::accumulate(level.visits.begin() + 1, level.visits.end(), std::uint64_t{0});
    }
}

}  // namespace ngpcsim::models
