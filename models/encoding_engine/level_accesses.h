#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/common/grid_levels.h"
#include "models/common/pass_accesses.h"
#include "models/encoding_engine/cells.h"
#include "models/encoding_engine/corner_banks.h"
#include "models/encoding_engine/params.h"

namespace ngpcsim::models {

/// The bank accesses of one level, for the policy `overlap`: where LevelService says how many the fullest bank has, this says which banks there are. It keeps
/// cells for reuse of its own, one for each group of engines that holds a copy of the level.
class LevelAccesses {
 public:
  /// `banks` is a power of two up to 256.
  LevelAccesses(const GridLevel& level, std::uint32_t dims, std::uint32_t banks, const GridSramParams& sram, std::uint32_t groups);

  /// Fills `to[i * stride]` for the queries of the block, at most Cells::kCapacity, the first of which goes to `group` and each other one to the next.
  void run(const PositionBlock& block, std::uint32_t group, PassAccesses* to, std::size_t stride);

  /// Forgets the corners kept for reuse.
  void forget();

 private:
  struct Kept {
    bool any = false;
    std::array<std::uint32_t, 3> cell{};
  };

  void mark_reused(const Cells& cells, std::uint32_t count, std::uint32_t group, PassAccesses* to, std::size_t stride);

  float scale_;
  std::uint32_t dims_;
  CornerBanks banks_;
  bool reuse_;
  std::vector<Kept> kept_;  ///< by group
};

}  // namespace ngpcsim::models
