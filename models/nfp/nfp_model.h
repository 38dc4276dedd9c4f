#pragma once
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "models/common/grid_levels.h"
#include "models/common/network_spec.h"
#include "models/encoding_engine/encoding_services.h"
#include "models/mlp_engine/lowering.h"
#include "models/nfp/geometry.h"
#include "models/nfp/params.h"
#include "models/nfp/record.h"

namespace ngpcsim::models {

/// An NFP resolved for one network: everything that its instances share. Built once, before any block.
struct NfpModel {
  NfpParams params;
  EncodingParams encoding;
  std::vector<GridLevel> levels;
  std::vector<Layer> layers;
  LevelPlacement placement;
  LevelCosts costs;
  NfpGeometry geometry;
  RecordBytes record;

  /// Cycles of one access to a grid SRAM: features of an entry over features per cycle.
  [[nodiscard]] std::uint32_t beats() const {
    const std::uint32_t per_cycle = params.encoding_engine.features_per_cycle;
    return (encoding.features + per_cycle - 1) / per_cycle;
  }
};

/// Where a parameter was set, for messages.
using WhereIs = std::function<InputLocation(std::string_view path)>;

/// Throws InputError, at the parameter to blame, for levels that do not fit the engines, and for queues and buffers with which the NFP could not move:
/// an output queue shorter than a packed step, a feature buffer shorter than a packed step, output buffers that hold less than a tile; and for more banks than a
/// window of passes can have.
[[nodiscard]] NfpModel make_nfp_model(const NfpParams& params, const EncodingParams& encoding, const NetworkParams& network, std::vector<GridLevel> levels,
                                      const WhereIs& where);

}  // namespace ngpcsim::models
