#pragma once
#include <cstddef>
#include <cstdint>

#include "models/common/grid_levels.h"
#include "models/common/pass_accesses.h"
#include "models/encoding_engine/bank_map.h"
#include "models/encoding_engine/cells.h"
#include "models/encoding_engine/params.h"

namespace ngpcsim::models {

/// From cells to the banks of their corners, many at a time: cell_cost.h says the same as counts, one cell at a time.
class CornerBanks {
 public:
  /// `banks` is a power of two up to 256.
  CornerBanks(const GridLevel& level, std::uint32_t dims, std::uint32_t banks, const GridSramParams& sram);

  /// Fills `to[i * stride]` for at most Cells::kCapacity cells of positions in [0, 1]. The cells beyond `count` may hold anything.
  void fill(const Cells& cells, std::uint32_t count, PassAccesses* to, std::size_t stride) const;

  /// A number for each cell, corner by corner.
  struct Words {
    alignas(32) Cells::Axis corner[8];
  };
  /// The words of the corners and their banks.
  void locate(const Cells& cells, std::uint32_t count, Words& words, Words& banks) const {
    find_words(cells, count, words);
    map_words(count, words, banks);
  }

 private:
  void find_words(const Cells& cells, std::uint32_t count, Words& words) const;
  void map_words(std::uint32_t count, const Words& words, Words& banks) const;
  void merge(std::uint32_t count, const Words& words, PassAccesses* to, std::size_t stride) const;

  enum class Wrap { kMask, kOnce, kDivide };  ///< modulo the entries: of 2^n, of less than twice as many, of anything

  GridLevel level_;
  std::uint32_t corners_;
  std::uint32_t word_shift_;
  std::uint32_t log2_banks_;
  BankMap map_;
  FoldSteps fold_;
  Wrap wrap_;
};

}  // namespace ngpcsim::models
