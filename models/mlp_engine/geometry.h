#pragma once
#include <cstdint>
#include <vector>

namespace ngpcsim::models {

/// Rows and columns of an array that runs networks are powers of two between these: dimensions are padded to 16, and layers are at most 256 wide.
inline constexpr std::uint32_t kLeastNetworkSide = 16, kMostNetworkSide = 256;

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
