#pragma once
#include <cstdint>
#include <vector>

#include "models/encoding_engine/level_cost.h"

namespace ngpcsim::models {

/// A level without hashing: what a cell costs depends on the index of its lower corner alone, so it is computed once per index.
class DenseCost final : public LevelCost {
 public:
  /// Tables of up to half a million entries, one byte each: the dense levels of a hash grid with T = 2^19.
  [[nodiscard]] static bool covers(const GridLevel& level);

  DenseCost(const GridLevel& level, std::uint32_t dims, std::uint32_t log2_banks, const GridSramParams& sram);

  std::uint64_t count(const Cells& cells, std::uint32_t count, std::uint8_t* fullest) const override;

 private:
  void fill_cell_by_cell(const GridSramParams& sram, std::uint32_t log2_banks);
  void fill_by_counters(BankMap map, std::uint32_t log2_banks);

  GridLevel level_;
  std::uint32_t dims_;
  std::vector<std::uint8_t> costs_;  ///< by index: fullest in the low four bits, accesses in the high ones
};

}  // namespace ngpcsim::models
