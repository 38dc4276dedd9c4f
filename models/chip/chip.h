#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "models/chip/chip_memory.h"
#include "models/chip/params.h"
#include "models/chip/run_record.h"
#include "models/common/grid_levels.h"
#include "models/common/host_costs.h"
#include "models/common/run_hooks.h"
#include "models/common/network_spec.h"
#include "models/nfp/online/factory.h"
#include "sim/base/error.h"
#include "workloads/stream/query_stream.h"

namespace ngpcsim::models {

/// What a chip is built from, resolved and in range, but not yet cross-checked.
struct ChipSetup {
  ChipParams chip;
  DramChoice dram;  ///< of memory `hierarchy`
  EncodingParams encoding;
  NetworkParams network;
  std::vector<GridLevel> levels;
  gpu::KernelTimes host_costs;
  std::uint32_t host_mhz = 1695;
  std::uint32_t scene_switch_frames = 0;  ///< another scene's tables and weights are loaded before every so-many-th frame; 0: never
  /// Where a parameter ("chip.nfp.mlp_engine.tile_queries", "workload.encoding.levels") was set, for messages of the cross-checks.
  std::function<InputLocation(std::string_view)> where;
  /// Makes the blocks whose parameter `implementation` is rtl; null where the build has none. Outlives the run.
  online::Factory* rtl = nullptr;
  /// Blocks are constructed in an order drawn from this seed; no result depends on it. 0: the natural order.
  std::uint64_t construction_seed = 0;
};

/// Checks that the parameters fit each other and the build; throws InputError at the parameter to blame. What the RTL lacks is known when it is made.
void check_setup(const ChipSetup& setup);

/// Simulates frames `frames` of the source, one after the other. One call per process (SystemC). Throws InputError for a setup that does not fit
/// and InvariantError for a broken rule, a stuck run, or RTL that computes another value than the network.
[[nodiscard]] RunRecord run_chip(const ChipSetup& setup, const stream::QuerySource& source, std::span<const std::uint64_t> frames, const RunHooks& hooks);

}  // namespace ngpcsim::models
