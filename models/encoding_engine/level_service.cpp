#include "models/encoding_engine/level_service.h"

#include <algorithm>

#include "models/encoding_engine/service_rows.h"

namespace ngpcsim::models {

std::uint64_t LevelService::run(const PositionBlock& block, std::uint8_t* fullest, LevelCounters& counters) {
  Cells cells;
  if (dims_ == 2) cells.z.fill(0);
  locate_cells(scale_, dims_, block, cells);
  counters.accesses += cost_->count(cells, block.count, fullest);
  if (reuse_ == CornerReuse::kCell) counters.accesses -= mark_reused(cells, block.count, fullest);
  std::array<std::uint64_t, 9> histogram{};
  add_histogram(fullest, block.count, reuse_ != CornerReuse::kNone, histogram);
  if (histogram[0] > 0) std::replace(fullest, fullest + block.count, std::uint8_t{0}, std::uint8_t{1});
  counters.queries += block.count;
  counters.lookups += std::uint64_t{block.count} << dims_;
  counters.reused += histogram[0];
  std::uint64_t cycles = histogram[0];
  for (std::size_t n = 0; n < histogram.size(); ++n) {
    counters.conflict_histogram[n] += histogram[n];
    cycles += n * histogram[n];
  }
  return cycles;
}

/// Sets `fullest` to 0 where a query falls into the cell of the query before; returns the accesses this saves.
std::uint64_t LevelService::mark_reused(const Cells& cells, std::uint32_t count, std::uint8_t* fullest) {
  Cells reused;
  std::uint32_t found = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::array<std::uint32_t, 3> cell{cells.x[i], cells.y[i], cells.z[i]};
    if (has_last_ && cell == last_cell_) {
      reused.x[found] = cell[0];
      reused.y[found] = cell[1];
      reused.z[found++] = cell[2];
      fullest[i] = 0;
    }
    last_cell_ = cell;
    has_last_ = true;
  }
  std::array<std::uint8_t, Cells::kCapacity> spare;
  return found == 0 ? 0 : cost_->count(reused, found, spare.data());
}

}  // namespace ngpcsim::models
