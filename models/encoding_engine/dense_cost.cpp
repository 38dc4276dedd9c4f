#include "models/encoding_engine/dense_cost.h"

#include <algorithm>
#include <array>

#include "models/common/isa_clones.h"
#include "models/encoding_engine/bank_map.h"
#include "models/encoding_engine/cell_cost.h"

namespace ngpcsim::models {
namespace {

constexpr std::uint32_t kLargestTable = 1u << 19;

std::uint8_t packed(std::uint32_t fullest, std::uint32_t accesses) { return static_cast<std::uint8_t>(fullest | (accesses << 4)); }

/// Indices without the modulo, for cells of positions in [0, 1].
std::uint64_t vertices(const GridLevel& level, std::uint32_t dims) {
  std::uint64_t all = 1;
  for (std::uint32_t d = 0; d < dims; ++d) all *= level.resolution;
  return all;
}

/// The largest of sixteen counters of four bits, none above 8.
[[gnu::always_inline]] inline std::uint32_t largest_counter(std::uint64_t counters) {
  constexpr std::uint64_t kOnes = 0x1111111111111111;
  std::uint32_t most = 0;
  for (std::uint32_t n = 1; n <= 8; ++n) most += ((counters + (8 - n) * kOnes) & (8 * kOnes)) != 0 ? 1u : 0u;  // bit 3 is set where a counter is at least n
  return most;
}

NGPCSIM_ISA_CLONES void count_shifts(const std::uint8_t* shifts, const std::array<std::uint32_t, 8>& offsets, std::uint32_t corners, std::vector<std::uint8_t>& costs) {
  std::uint8_t* const out = costs.data();
  const std::size_t size = costs.size();
  for (std::size_t i = 0; i < size; ++i) {
    std::uint64_t counters = 0;
    for (std::uint32_t c = 0; c < corners; ++c) counters += std::uint64_t{1} << shifts[i + offsets[c]];
    out[i] = packed(largest_counter(counters), corners);
  }
}

/// Turns packed costs into the fullest bank, and sums the accesses.
NGPCSIM_ISA_CLONES std::uint64_t split_costs(std::uint32_t count, std::uint8_t* costs) {
  std::uint32_t accesses = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    accesses += std::uint32_t{costs[i]} >> 4;
    costs[i] &= 15;
  }
  return accesses;
}

}  // namespace

bool DenseCost::covers(const GridLevel& level) {
  const bool three_d = level.strides[2] != 0;
  return !level.hashed && vertices(level, three_d ? 3 : 2) <= kLargestTable;
}

DenseCost::DenseCost(const GridLevel& level, std::uint32_t dims, std::uint32_t log2_banks, const GridSramParams& sram)
    : level_(level), dims_(dims), costs_(vertices(level, dims)) {
  if (sram.word_entries == 1 && log2_banks <= 4) fill_by_counters(sram.bank_map, log2_banks);
  else fill_cell_by_cell(sram, log2_banks);
}

void DenseCost::fill_cell_by_cell(const GridSramParams& sram, std::uint32_t log2_banks) {
  const std::uint32_t resolution = level_.resolution;
  for (std::uint32_t i = 0; i < costs_.size(); ++i) {
    const CellCost cost = cell_cost(level_, dims_, {i % resolution, i / resolution % resolution, i / resolution / resolution}, sram, log2_banks);
    costs_[i] = packed(cost.fullest, cost.accesses);
  }
}

/// Start-up of a process is a budget (sweeps start thousands): the usual case looks up each bank once and counts in sixteen counters of four bits.
void DenseCost::fill_by_counters(BankMap map, std::uint32_t log2_banks) {
  std::vector<std::uint8_t> shifts(level_.entries);
  for (std::uint32_t i = 0; i < level_.entries; ++i) shifts[i] = static_cast<std::uint8_t>(4 * bank_of(map, i, log2_banks));
  const std::uint32_t corners = 1u << dims_;
  std::array<std::uint32_t, 8> offsets{};
  for (std::uint32_t c = 0; c < corners; ++c)
    for (std::uint32_t d = 0; d < dims_; ++d) offsets[c] += ((c >> d) & 1u) * level_.strides[d];
  shifts.resize(std::max<std::size_t>(costs_.size(), level_.entries) + offsets[corners - 1]);  // a tiled table is shorter than its level
  for (std::size_t i = level_.entries; i < shifts.size(); ++i) shifts[i] = shifts[i % level_.entries];
  count_shifts(shifts.data(), offsets, corners, costs_);
}

NGPCSIM_ISA_CLONES static void cell_indices(const Cells& cells, std::uint32_t count, std::uint32_t stride_y, std::uint32_t stride_z, Cells::Axis& index) {
  for (std::uint32_t i = 0; i < count; ++i) index[i] = cells.x[i] + cells.y[i] * stride_y + cells.z[i] * stride_z;
}

std::uint64_t DenseCost::count(const Cells& cells, std::uint32_t count, std::uint8_t* fullest) const {
  const std::uint32_t resolution = level_.resolution;
  Cells::Axis index;
  cell_indices(cells, count, resolution, dims_ == 3 ? resolution * resolution : 0, index);
  const std::uint8_t* const costs = costs_.data();
  for (std::uint32_t i = 0; i < count; ++i) fullest[i] = costs[index[i]];
  return split_costs(count, fullest);
}

}  // namespace ngpcsim::models
