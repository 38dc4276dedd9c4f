#include "tests/unit/models/slow_grid.h"

#include <algorithm>
#include <map>
#include <set>

#include "tests/naive/bank.h"
#include "tests/naive/grid_index.h"

namespace ngpcsim {

SlowCost slow_cell_cost(const naive::GridSetup& grid, const naive::Level& level, const std::array<std::uint32_t, 3>& cell, const SlowSram& sram) {
  const naive::Cell where{.corner = cell, .fraction = {}};
  std::map<unsigned, unsigned> accesses_of_bank;
  std::set<std::uint32_t> words_seen;
  SlowCost cost;
  for (unsigned corner = 0; corner < (1u << grid.dims); ++corner) {
    const std::uint32_t word = naive::corner_entry(grid, level, where, corner) / sram.word_entries;
    const bool first_time = words_seen.insert(word).second;
    if (sram.word_entries > 1 && !first_time) continue;  // one access serves all corners in the word
    ++cost.accesses;
    cost.fullest = std::max(cost.fullest, ++accesses_of_bank[naive::bank_of(sram.map, word, sram.banks)]);
  }
  return cost;
}

}  // namespace ngpcsim
