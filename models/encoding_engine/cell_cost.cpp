#include "models/encoding_engine/cell_cost.h"

#include <algorithm>

#include "models/common/grid_index.h"
#include "models/encoding_engine/bank_map.h"

namespace ngpcsim::models {
namespace {

template <std::size_t D>
CellCost cost_of(const GridLevel& level, const std::array<std::uint32_t, 3>& lower, const GridSramParams& sram, std::uint32_t log2_banks) {
  GridCell<D> cell{};
  std::copy_n(lower.begin(), D, cell.lower.begin());
  std::array<std::uint32_t, kCorners<D>> words;
  std::array<std::uint32_t, kCorners<D>> banks;
  CellCost cost{.fullest = 0, .accesses = 0};
  for (std::size_t c = 0; c < kCorners<D>; ++c) {
    const std::uint32_t word = vertex_index(level, corner_vertex(cell, c)) / sram.word_entries;
    const auto end = words.begin() + cost.accesses;
    if (sram.word_entries > 1 && std::find(words.begin(), end, word) != end) continue;
    words[cost.accesses] = word;
    banks[cost.accesses++] = bank_of(sram.bank_map, word, log2_banks);
    const auto same = std::count(banks.begin(), banks.begin() + cost.accesses, banks[cost.accesses - 1]);
    cost.fullest = std::max(cost.fullest, static_cast<std::uint8_t>(same));
  }
  return cost;
}

}  // namespace

CellCost cell_cost(const GridLevel& level, std::uint32_t dims, const std::array<std::uint32_t, 3>& cell, const GridSramParams& sram, std::uint32_t log2_banks) {
  return dims == 2 ? cost_of<2>(level, cell, sram, log2_banks) : cost_of<3>(level, cell, sram, log2_banks);
}

}  // namespace ngpcsim::models
