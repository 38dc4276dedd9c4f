#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "models/encoding_engine/encoding_services.h"
#include "models/encoding_engine/level_accesses.h"

namespace ngpcsim::models {

/// From positions to the bank accesses of all levels of an NFP, block by block, for engines with the policy `overlap`. Beside EncodingServices, which counts.
class EncodingAccesses {
 public:
  EncodingAccesses(std::span<const GridLevel> levels, std::uint32_t dims, const EncodingEngineParams& engine, const LevelPlacement& placement);

  /// Fills `accesses[i * levels + level]` for the queries of `block`.
  void run(const PositionBlock& block, PassAccesses* accesses);

  /// The tables were loaded anew: nothing can be reused.
  void tables_loaded();

 private:
  std::uint32_t dims_, groups_;
  std::vector<LevelAccesses> levels_;
  std::uint32_t next_group_ = 0;
};

}  // namespace ngpcsim::models
