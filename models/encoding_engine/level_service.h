#pragma once
#include <array>
#include <cstdint>
#include <memory>

#include "models/common/grid_levels.h"
#include "models/encoding_engine/cells.h"
#include "models/encoding_engine/level_cost.h"
#include "models/encoding_engine/level_counters.h"
#include "models/encoding_engine/params.h"

namespace ngpcsim::models {

/// One level in one engine: its cost (shared) and the registers that keep the corners of the last query (docs/timing.md, 2.1).
class LevelService {
 public:
  LevelService(const GridLevel& level, std::uint32_t dims, CornerReuse reuse, std::shared_ptr<const LevelCost> cost)
      : scale_(level.scale), dims_(dims), reuse_(reuse), cost_(std::move(cost)) {}

  /// Accesses to the fullest bank for each query of the block, at least 1; at most Cells::kCapacity queries, and `fullest` has room for as many. Adds
  /// to `counters`. With `corner_reuse` the block continues where the last one ended. Returns the sum over the block.
  std::uint64_t run(const PositionBlock& block, std::uint8_t* fullest, LevelCounters& counters);

  /// Forgets the corners kept for reuse.
  void forget() { has_last_ = false; }

 private:
  std::uint64_t mark_reused(const Cells& cells, std::uint32_t count, std::uint8_t* fullest);

  float scale_;
  std::uint32_t dims_;
  CornerReuse reuse_;
  std::shared_ptr<const LevelCost> cost_;
  bool has_last_ = false;
  std::array<std::uint32_t, 3> last_cell_{};
};

}  // namespace ngpcsim::models
