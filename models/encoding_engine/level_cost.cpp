#include "models/encoding_engine/level_cost.h"

#include <algorithm>
#include <bit>

#include "models/encoding_engine/cell_cost.h"
#include "models/encoding_engine/dense_cost.h"
#include "models/encoding_engine/hashed_cost.h"

namespace ngpcsim::models {
namespace {

class ReferenceCost final : public LevelCost {
 public:
  ReferenceCost(const GridLevel& level, std::uint32_t dims, std::uint32_t log2_banks, const GridSramParams& sram)
      : level_(level), dims_(dims), log2_banks_(log2_banks), sram_(sram) {}

  std::uint64_t count(const Cells& cells, std::uint32_t count, std::uint8_t* fullest) const override {
    std::uint64_t accesses = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      const CellCost cost = cell_cost(level_, dims_, {cells.x[i], cells.y[i], cells.z[i]}, sram_, log2_banks_);
      fullest[i] = cost.fullest;
      accesses += cost.accesses;
    }
    return accesses;
  }

 private:
  GridLevel level_;
  std::uint32_t dims_;
  std::uint32_t log2_banks_;
  GridSramParams sram_;
};

/// One corner: no conflict, one access.
class NearestCost final : public LevelCost {
 public:
  std::uint64_t count(const Cells&, std::uint32_t count, std::uint8_t* fullest) const override {
    std::fill_n(fullest, count, std::uint8_t{1});
    return count;
  }
};

class SumCost final : public LevelCost {
 public:
  std::uint64_t count(const Cells&, std::uint32_t count, std::uint8_t* fullest) const override {
    std::fill_n(fullest, count, std::uint8_t{1});
    return 0;
  }
};

std::uint32_t log2_of(std::uint32_t banks) { return static_cast<std::uint32_t>(std::countr_zero(banks)); }

}  // namespace

std::unique_ptr<const LevelCost> make_reference_level_cost(const GridLevel& level, std::uint32_t dims, std::uint32_t banks, const GridSramParams& sram) {
  return std::make_unique<ReferenceCost>(level, dims, log2_of(banks), sram);
}

std::unique_ptr<const LevelCost> make_level_cost(const GridLevel& level, std::uint32_t dims, std::uint32_t banks, const GridSramParams& sram) {
  if (level.interpolation == Interpolation::kNearest) return std::make_unique<NearestCost>();
  if (DenseCost::covers(level)) return std::make_unique<DenseCost>(level, dims, log2_of(banks), sram);
  if (HashedCost::covers(level, log2_of(banks), sram)) return std::make_unique<HashedCost>(level, dims, log2_of(banks), sram);
  return make_reference_level_cost(level, dims, banks, sram);
}

std::unique_ptr<const LevelCost> make_sum_cost() { return std::make_unique<SumCost>(); }

}  // namespace ngpcsim::models
