#include "tests/naive/grid_unit.h"

#include <algorithm>

#include "tests/naive/bank.h"
#include "tests/naive/grid_index.h"

namespace ngpcsim::naive {

GridUnit::GridUnit(const GridSetup& grid, const EngineSetup& engine, unsigned banks, unsigned first, unsigned stride,
                   std::vector<LevelCount>& counts)
    : grid_(grid), engine_(engine), banks_(banks), counts_(counts) {
  for (unsigned level = first; level < grid.levels.size(); level += stride) levels_.push_back(level);
  kept_cell_.resize(levels_.size());
}

std::vector<std::uint32_t> GridUnit::words(const Level& level, const Cell& cell) const {
  std::vector<std::uint32_t> words;
  for (unsigned corner = 0; corner < (1U << grid_.dims); ++corner) {
    words.push_back(corner_entry(grid_, level, cell, corner) / engine_.word_entries);
  }
  // Only an engine with words of several entries has the comparators that merge.
  if (engine_.word_entries > 1) {
    std::sort(words.begin(), words.end());
    words.erase(std::unique(words.begin(), words.end()), words.end());
  }
  return words;
}

Unit::Cost GridUnit::begin(const Query& query, unsigned pass) {
  const Level& level = grid_.levels[levels_[pass]];
  LevelCount& count = counts_[levels_[pass]];
  const Cell cell = locate(grid_, level, query);
  const std::uint64_t beats = (grid_.features + engine_.features_per_cycle - 1) / engine_.features_per_cycle;
  ++count.passes;
  count.lookups += 1U << grid_.dims;

  const bool same_cell = kept_cell_[pass] == cell.corner;
  kept_cell_[pass] = cell.corner;
  if (engine_.corner_reuse && same_cell) {
    ++count.reused;
    ++count.by_fullest_bank[0];
    return {.busy = beats, .conflict = 0};
  }

  std::vector<std::uint64_t> per_bank(banks_, 0);
  for (const std::uint32_t word : words(level, cell)) {
    ++per_bank[bank_of(engine_.bank_map, word, banks_)];
    ++count.accesses;
  }
  const std::uint64_t worst = *std::max_element(per_bank.begin(), per_bank.end());
  ++count.by_fullest_bank.at(worst);
  const Cost cost{.busy = beats, .conflict = (worst - 1) * beats, .per_bank = per_bank};
  count.conflicts += cost.conflict;
  return cost;
}

std::vector<Half> GridUnit::values(const Query& query) const {
  std::vector<Half> values;
  for (const unsigned l : levels_) {
    const Level& level = grid_.levels[l];
    for (const Half value : interpolate(grid_, level, locate(grid_, level, query))) values.push_back(value);
  }
  return values;
}

}  // namespace ngpcsim::naive
