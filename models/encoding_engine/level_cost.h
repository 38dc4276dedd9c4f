#pragma once
#include <cstdint>
#include <memory>

#include "models/common/grid_levels.h"
#include "models/encoding_engine/cells.h"
#include "models/encoding_engine/params.h"

namespace ngpcsim::models {

/// The cost of looking up a level as one engine holds it, for many queries at a time. Immutable, so the NFPs of a chip share it.
class LevelCost {
 public:
  virtual ~LevelCost() = default;
  /// Fills `fullest` (1..8, accesses to the fullest bank) for `count` cells, at most Cells::kCapacity, and returns the words read by all. There
  /// is room for Cells::kCapacity values.
  virtual std::uint64_t count(const Cells& cells, std::uint32_t count, std::uint8_t* fullest) const = 0;
};

/// The fastest way that is exact for the level: a table over cells where the level is stored densely and small enough, linear algebra where it is hashed under a
/// map that is linear over GF(2), and cell by cell otherwise. `banks` is a power of two up to 256; with
/// `shard` it counts the banks of all engines that hold the level.
[[nodiscard]] std::unique_ptr<const LevelCost> make_level_cost(const GridLevel& level, std::uint32_t dims, std::uint32_t banks, const GridSramParams& sram);

/// The same cell by cell whatever the level: what the others must equal.
[[nodiscard]] std::unique_ptr<const LevelCost> make_reference_level_cost(const GridLevel& level, std::uint32_t dims, std::uint32_t banks,
                                                                          const GridSramParams& sram);

/// Of a level whose sums are read in place of its corners: one cycle, and no access to the grid SRAM.
[[nodiscard]] std::unique_ptr<const LevelCost> make_sum_cost();

}  // namespace ngpcsim::models
