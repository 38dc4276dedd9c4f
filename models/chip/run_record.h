#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/encoding_engine/level_counters.h"
#include "models/hierarchy/record.h"
#include "models/host/frame_record.h"
#include "sim/stats/cycle_account.h"

/// Everything a run of a chip leaves behind, as integers: reports derive ratios, times and energies from it.
namespace ngpcsim::models {

/// One block kind summed over its instances, or one instance.
struct BlockRecord {
  /// Edges at which the first query came in and its result went out, how long an idle block takes, and at which the last result did.
  struct FirstQuery {
    std::uint64_t in = 0, out = 0, last_out = 0;
  };
  std::string name;                 ///< the kind, such as "encoding_engine", or the instance, such as "nfp[3].encoding_engine[7]"
  std::uint64_t instances = 1;
  std::uint64_t active_cycles = 0;  ///< from the first input to the last output, summed over instances
  std::optional<FirstQuery> first;  ///< of the instance that had it first; where the block takes queries
  stats::CycleAccount account;      ///< in edges of the block's own clock; total = instances x length of the run
};

struct MacRecord {
  std::uint64_t useful = 0;
  std::uint64_t clocked = 0;
};

/// Of grid SRAM mode `paged`, all NFPs and paged lanes together.
struct PagingRecord {
  std::uint64_t page_bytes = 0;
  std::uint64_t frames = 0;           ///< of a lane
  std::uint64_t sweeps = 0;           ///< of NFPs
  std::uint64_t uses = 0, hits = 0;   ///< of pages by lanes; a hit was in a frame
  std::uint64_t loads = 0, read_bytes = 0;  ///< by the page loader; part of memory_read_bytes
  std::uint64_t delivered_bytes = 0;  ///< that NFPs got
};

struct RunRecord {
  std::uint64_t nfps = 0;
  std::uint64_t ngpc_khz = 0, host_khz = 0, memory_khz = 0;
  std::uint64_t ngpc_cycles = 0;    ///< length of the run in NGPC edges
  std::uint64_t memory_cycles = 0;  ///< the same in memory edges
  std::uint64_t host_cycles = 0;
  std::uint64_t queries = 0;
  std::vector<FrameRecord> frames;
  std::vector<BlockRecord> blocks;            ///< by kind: encoding_engine, page_sweep (where a lane is paged), direction_encoder (absent when on the host), mlp_engine, scheduler, memory, host
  std::vector<BlockRecord> instances;
  std::vector<LevelCounters> levels;          ///< summed over NFPs
  std::uint64_t grid_line_bytes = 0;          ///< of grid SRAM mode `cached`, else 0
  std::uint64_t feature_beats = 1;            ///< cycles per bank access
  std::uint64_t direction_evaluations = 0;
  std::uint64_t mlp_steps = 0;
  std::uint64_t weights_loaded = 0;           ///< weights moved from the weight SRAM into arrays
  MacRecord macs;
  std::uint64_t memory_read_bytes = 0, memory_write_bytes = 0;
  std::optional<HierarchyRecord> hierarchy;   ///< of memory `hierarchy`
  std::uint64_t table_load_bytes = 0;         ///< read from memory for tables and weights, part of memory_read_bytes
  std::uint64_t table_write_bytes = 0;        ///< written into the grid SRAMs and weight memories of all NFPs
  std::uint64_t grid_write_bytes = 0;         ///< of these, into grid SRAMs, one copy an NFP
  std::optional<PagingRecord> paging;         ///< where a lane is paged
  std::uint64_t batches = 0;
  std::uint64_t input_record_bytes = 0, output_record_bytes = 0;
  std::uint64_t peak_queries_in_flight = 0;
  std::vector<std::string> idealised;
  std::vector<std::string> warnings;
  bool interrupted = false;
};

}  // namespace ngpcsim::models
