#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "models/encoding_engine/level_cost.h"
#include "models/encoding_engine/rank_kernel.h"

namespace ngpcsim::models {

/// A hashed level, words of one entry, under a bank map that is linear over GF(2). The index of a corner is hx ^ hy ^ hz, so its bank is the XOR of the
/// banks of the three parts, and the banks of the corners are one bank XOR all sums of the three differences dx, dy, dz between the upper
/// and the lower part of an axis. Each value of that span is taken equally often: by corners / 2^rank{dx, dy, dz} of them.
/// For maps that are folds the ranks are computed eight queries at a time; for `parity` a difference, which depends on one coordinate only,
/// comes from a table, and the rank of three of them from another.
class HashedCost final : public LevelCost {
 public:
  [[nodiscard]] static bool covers(const GridLevel& level, std::uint32_t log2_banks, const GridSramParams& sram);

  HashedCost(const GridLevel& level, std::uint32_t dims, std::uint32_t log2_banks, const GridSramParams& sram);

  std::uint64_t count(const Cells& cells, std::uint32_t count, std::uint8_t* fullest) const override;

 private:
  void fill_tables(const GridLevel& level, std::uint32_t log2_banks, BankMap map);

  std::uint32_t dims_;
  FoldedHash folded_;
  bool is_fold_;
  std::array<std::vector<std::uint16_t>, 3> differences_;  ///< by coordinate; those of axis d lie d x log2_banks bits up
  std::vector<std::uint8_t> fullest_;                      ///< by dx | dy | dz
};

}  // namespace ngpcsim::models
