#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/gemm/counters.h"
#include "models/gemm/params.h"
#include "models/hierarchy/record.h"
#include "sim/stats/cycle_account.h"
#include "workloads/stream/gemm_list.h"

/// What a run of a GEMM list leaves behind, as integers.
namespace ngpcsim::models {

/// One multiplication of the list.
struct GemmLayerRecord {
  stream::Gemm gemm;
  GemmSplit split = GemmSplit::kM;  ///< what was chosen, never kAuto
  std::uint64_t parts = 1;
  std::uint64_t first_edge = 0;     ///< of its first command
  std::uint64_t cycles = 0;         ///< from there to the edge at which its last part is known to be done
  GemmCounters counters;            ///< summed over NFPs; account of its edges only: total = NFPs x cycles
};

struct GemmRunRecord {
  std::uint64_t nfps = 0;
  std::uint64_t ngpc_khz = 0, memory_khz = 0;
  std::uint64_t ngpc_cycles = 0, memory_cycles = 0;
  std::vector<GemmLayerRecord> layers;       ///< those that ended
  std::vector<GemmCounters> arrays;          ///< by NFP, whole run
  stats::CycleAccount memory;                ///< in memory edges
  std::uint64_t memory_read_bytes = 0, memory_write_bytes = 0;
  std::uint64_t memory_instances = 1;        ///< that `memory` sums over
  std::optional<HierarchyRecord> hierarchy;  ///< of memory `hierarchy`
  std::vector<std::string> idealised;
  bool interrupted = false;
};

}  // namespace ngpcsim::models
