#include "models/encoding_engine/level_service.h"

#include <algorithm>
#include <bit>

#include "models/common/grid_index.h"
#include "models/encoding_engine/bank_map.h"
#include "models/encoding_engine/service_kernels.h"

namespace ngpcsim::models {
namespace {

/// The largest index before the modulo, for positions in [0, 1]: every upper corner one past the last vertex.
std::uint64_t largest_index(const GridLevel& level, std::uint32_t dims) {
  std::uint64_t index = 0;
  for (std::uint32_t d = 0; d < dims; ++d) index += std::uint64_t{level.resolution} * level.strides[d];
  return index;
}

bool fits_kernels(const GridLevel& level, std::uint32_t dims, const GridSramParams& sram) {
  if (sram.word_entries != 1 || sram.bank_map == BankMap::kParity) return false;
  if (level.hashed) return std::has_single_bit(level.entries);
  return largest_index(level, dims) < 2 * std::uint64_t{level.entries};
}

/// Fullest bank of the words of one cell, and how many accesses it takes. Words shared by corners are one access when a word
/// holds several entries.
template <std::size_t D>
std::pair<std::uint8_t, std::uint32_t> count_cell(const GridLevel& level, const GridCell<D>& cell, const GridSramParams& sram, std::uint32_t log2_banks) {
  std::array<std::uint32_t, kCorners<D>> words;
  std::array<std::uint8_t, 256> used{};
  std::uint32_t accesses = 0;
  std::uint8_t fullest = 0;
  for (std::size_t c = 0; c < kCorners<D>; ++c) {
    const std::uint32_t word = vertex_index(level, corner_vertex(cell, c)) / sram.word_entries;
    const auto end = words.begin() + accesses;
    if (sram.word_entries > 1 && std::find(words.begin(), end, word) != end) continue;
    words[accesses++] = word;
    fullest = std::max(fullest, ++used[bank_of(sram.bank_map, word, log2_banks)]);
  }
  return {fullest, accesses};
}

}  // namespace

LevelCounters& LevelCounters::operator+=(const LevelCounters& other) {
  queries += other.queries;
  lookups += other.lookups;
  accesses += other.accesses;
  reused += other.reused;
  for (std::size_t n = 0; n < conflict_histogram.size(); ++n) conflict_histogram[n] += other.conflict_histogram[n];
  return *this;
}

LevelService::LevelService(const GridLevel& level, std::uint32_t dims, std::uint32_t banks, const GridSramParams& sram)
    : level_(level),
      dims_(dims),
      log2_banks_(static_cast<std::uint32_t>(std::countr_zero(banks))),
      sram_(sram),
      vectorised_(fits_kernels(level, dims, sram)) {}

void LevelService::run(const PositionBlock& block, std::uint8_t* fullest, LevelCounters& counters) {
  const std::uint32_t corners = 1u << dims_;
  std::uint64_t accesses = std::uint64_t{block.count} * corners;
  if (vectorised_) run_vector(block, fullest);
  else accesses = run_scalar(block, fullest);
  if (sram_.corner_reuse == CornerReuse::kCell) accesses -= mark_reused(block, fullest);
  counters.queries += block.count;
  counters.lookups += std::uint64_t{block.count} * corners;
  counters.accesses += accesses;
  std::array<std::uint32_t, 9> histogram{};
  for (std::uint32_t n = 0; n < 9; ++n)
    histogram[n] = static_cast<std::uint32_t>(std::count(fullest, fullest + block.count, static_cast<std::uint8_t>(n)));
  for (std::size_t n = 0; n < 9; ++n) counters.conflict_histogram[n] += histogram[n];
  counters.reused += histogram[0];
  if (histogram[0] > 0) std::replace(fullest, fullest + block.count, std::uint8_t{0}, std::uint8_t{1});
}

void LevelService::run_vector(const PositionBlock& block, std::uint8_t* fullest) const {
  fullest_banks(kernel_level(level_, dims_, log2_banks_, sram_.bank_map), block.x, block.y, block.z, block.count, fullest);
}

template <std::size_t D>
static std::array<float, D> position_of(const PositionBlock& block, std::uint32_t i) {
  if constexpr (D == 2) return {block.x[i], block.y[i]};
  else return {block.x[i], block.y[i], block.z[i]};
}

std::uint64_t LevelService::run_scalar(const PositionBlock& block, std::uint8_t* fullest) const {
  std::uint64_t accesses = 0;
  const auto count = [&]<std::size_t D>() {
    for (std::uint32_t i = 0; i < block.count; ++i) {
      const auto [most, words] = count_cell<D>(level_, locate<D>(level_, position_of<D>(block, i)), sram_, log2_banks_);
      fullest[i] = most;
      accesses += words;
    }
  };
  if (dims_ == 2) count.template operator()<2>();
  else count.template operator()<3>();
  return accesses;
}

/// Sets `fullest` to 0 where a query falls into the cell of the query before; returns the accesses this saves.
std::uint64_t LevelService::mark_reused(const PositionBlock& block, std::uint8_t* fullest) {
  std::uint64_t saved = 0;
  const auto mark = [&]<std::size_t D>() {
    for (std::uint32_t i = 0; i < block.count; ++i) {
      const GridCell<D> cell = locate<D>(level_, position_of<D>(block, i));
      if (has_last_ && std::equal(cell.lower.begin(), cell.lower.end(), last_cell_.begin())) {
        saved += sram_.word_entries == 1 ? kCorners<D> : count_cell<D>(level_, cell, sram_, log2_banks_).second;
        fullest[i] = 0;
      }
      std::copy(cell.lower.begin(), cell.lower.end(), last_cell_.begin());
      has_last_ = true;
    }
  };
  if (dims_ == 2) mark.template operator()<2>();
  else mark.template operator()<3>();
  return saved;
}

}  // namespace ngpcsim::models
