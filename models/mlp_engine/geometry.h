#pragma once
#include <cstdint>
#include <vector>

namespace ngpcsim::models {

/// One array tile of one layer, as the MLP engine executes it (docs/timing.md, 2.3).
struct MlpPhase {
  std::uint32_t pack = 1;         ///< queries per step
  std::uint32_t load_cycles = 1;  ///< to load its weights
};

/// Sizes of the MLP engine that decide time.
struct MlpGeometry {
  std::vector<MlpPhase> phases;
  std::uint32_t tile_queries = 64;
  std::uint32_t latency = 10;
  std::uint32_t output_depth = 16;
  bool double_buffering = true;
};

}  // namespace ngpcsim::models
