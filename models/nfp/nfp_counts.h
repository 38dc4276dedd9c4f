#pragma once
#include <cstdint>
#include <vector>

#include "models/encoding_engine/level_counters.h"
#include "models/mlp_engine/mlp_timing.h"
#include "models/nfp/online/blocks.h"
#include "models/nfp/pipeline_span.h"
#include "sim/stats/cycle_account.h"

namespace ngpcsim::models {

/// What an NFP counted over a run, whichever way it was simulated.
struct NfpCounts {
  std::uint64_t queries = 0;  ///< accepted
  std::uint64_t popped = 0;
  PipelineSpan span;          ///< of those queries; zeros where none came
  std::vector<online::LaneCount> engines;  ///< group by group
  std::vector<LevelCounters> levels;       ///< summed over the engines that hold copies
  /// Of a paged lane, all groups together.
  struct PageSweep {
    std::uint32_t lane = 0;
    stats::CycleAccount account;
    std::uint64_t active_cycles = 0;  ///< from the beginning of its first use to the end of the last
    std::uint64_t uses = 0, hits = 0;
  };
  std::vector<PageSweep> page_sweeps;
  std::uint64_t sweeps = 0;                ///< of grid SRAM mode `paged`
  online::LaneCount direction;             ///< zeros where the host encodes
  std::uint64_t direction_evaluations = 0;
  MlpAccount mlp;
  std::uint64_t weight_load_cycles = 0;
  std::uint64_t macs_useful = 0;
};

}  // namespace ngpcsim::models
