#include "models/encoding_engine/hashed_cost.h"

#include <bit>

#include "models/common/grid_index.h"
#include "models/encoding_engine/bank_map.h"

namespace ngpcsim::models {
namespace {

constexpr std::uint32_t kMostBits = 4;             ///< of a bank: tables of 2^12 ranks
constexpr std::uint32_t kLargestResolution = 1u << 16;

/// Rank over GF(2) of the `dims` vectors of `bits` bits packed into `packed`.
std::uint32_t rank_of(std::uint32_t packed, std::uint32_t dims, std::uint32_t bits) {
  std::uint32_t basis[3] = {};
  std::uint32_t rank = 0;
  for (std::uint32_t d = 0; d < dims; ++d) {
    std::uint32_t vector = (packed >> (d * bits)) & ((1u << bits) - 1);
    for (std::uint32_t n = 0; n < rank; ++n) vector = std::min(vector, vector ^ basis[n]);  // without the leading bit of basis[n]
    if (vector != 0) basis[rank++] = vector;
  }
  return rank;
}

std::uint32_t part(const GridLevel& level, std::uint32_t axis, std::uint32_t coordinate) {
  std::array<std::uint32_t, 3> vertex{};
  vertex[axis] = coordinate;
  return vertex_index(level, vertex);
}

}  // namespace

bool HashedCost::covers(const GridLevel& level, std::uint32_t log2_banks, const GridSramParams& sram) {
  if (!level.hashed || !std::has_single_bit(level.entries) || sram.word_entries != 1 || sram.bank_map == BankMap::kPadded) return false;
  return sram.bank_map != BankMap::kParity || (level.resolution < kLargestResolution && log2_banks <= kMostBits);
}

HashedCost::HashedCost(const GridLevel& level, std::uint32_t dims, std::uint32_t log2_banks, const GridSramParams& sram)
    : dims_(dims),
      folded_{.dims = dims,
              .index_mask = level.entries - 1,
              .bank_mask = (1u << log2_banks) - 1,
              .fold = fold_steps(sram.bank_map, log2_banks, static_cast<std::uint32_t>(std::bit_width(level.entries - 1)))},
      is_fold_(sram.bank_map != BankMap::kParity) {
  if (!is_fold_) fill_tables(level, log2_banks, sram.bank_map);
}

void HashedCost::fill_tables(const GridLevel& level, std::uint32_t log2_banks, BankMap map) {
  fullest_.resize(std::size_t{1} << (dims_ * log2_banks));
  for (std::uint32_t axis = 0; axis < dims_; ++axis) {
    differences_[axis].resize(level.resolution);
    for (std::uint32_t c = 0; c < level.resolution; ++c) {
      const std::uint32_t difference = bank_of(map, part(level, axis, c) ^ part(level, axis, c + 1), log2_banks);
      differences_[axis][c] = static_cast<std::uint16_t>(difference << (axis * log2_banks));
    }
  }
  for (std::uint32_t packed = 0; packed < fullest_.size(); ++packed)
    fullest_[packed] = static_cast<std::uint8_t>((1u << dims_) >> rank_of(packed, dims_, log2_banks));
}

std::uint64_t HashedCost::count(const Cells& cells, std::uint32_t count, std::uint8_t* fullest) const {
  if (is_fold_) {
    fullest_by_rank(folded_, cells, count, fullest);
    return std::uint64_t{count} << dims_;
  }
  const std::uint16_t* const dx = differences_[0].data();
  const std::uint16_t* const dy = differences_[1].data();
  const std::uint16_t* const dz = differences_[2].data();
  const std::uint8_t* const table = fullest_.data();
  if (dims_ == 3)
    for (std::uint32_t i = 0; i < count; ++i) fullest[i] = table[dx[cells.x[i]] | dy[cells.y[i]] | dz[cells.z[i]]];
  else
    for (std::uint32_t i = 0; i < count; ++i) fullest[i] = table[dx[cells.x[i]] | dy[cells.y[i]]];
  return std::uint64_t{count} << dims_;
}

}  // namespace ngpcsim::models
