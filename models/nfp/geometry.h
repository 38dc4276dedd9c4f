#pragma once
#include <cstdint>
#include <vector>

#include "models/common/bank_window.h"
#include "models/common/lane_bank.h"
#include "models/mlp_engine/geometry.h"

namespace ngpcsim::models {

/// Everything about an NFP that decides the cycle of a handshake, apart from the services of the queries.
struct NfpGeometry {
  std::uint32_t groups = 1;                ///< R: queries served side by side by copies of the levels
  std::vector<std::uint32_t> lane_passes;  ///< P of each engine lane of a group; its size is the number of lanes of a group
  LaneGeometry engine;
  BankGeometry banks;                      ///< of each engine lane
  bool has_direction_lane = true;
  LaneGeometry direction;
  std::uint32_t feature_buffer = 128;
  MlpGeometry mlp;

  [[nodiscard]] std::uint32_t lanes() const { return static_cast<std::uint32_t>(lane_passes.size()); }
  /// Whether passes overlap at the banks (docs/timing.md, 2.1.1).
  [[nodiscard]] bool overlaps() const { return banks.window > 1; }
};

}  // namespace ngpcsim::models
