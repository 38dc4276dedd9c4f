#pragma once
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "models/common/grid_levels.h"
#include "models/common/network_spec.h"
#include "models/dma/chunk_stream.h"
#include "models/encoding_engine/encoding_services.h"
#include "models/encoding_engine/line_tags.h"
#include "models/encoding_engine/page_geometry.h"
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
  LineGeometry lines;  ///< of grid SRAM mode `cached`
  PageGeometry pages;  ///< of grid SRAM mode `paged`
  NfpGeometry geometry;
  RecordBytes record;

  [[nodiscard]] bool cached() const { return params.encoding_engine.grid_sram.mode == SramMode::kCached; }
  /// Whether a lane is.
  [[nodiscard]] bool paged() const { return !pages.lanes.empty(); }
  /// Cycles of one access to a grid SRAM: features of an entry over features per cycle.
  [[nodiscard]] std::uint32_t beats() const {
    const std::uint32_t per_cycle = params.encoding_engine.features_per_cycle;
    return (encoding.features + per_cycle - 1) / per_cycle;
  }
};

/// The positions of a chunk's queries.
[[nodiscard]] inline PositionBlock chunk_positions(const Chunk& chunk, std::uint32_t dims) {
  const stream::Queries& queries = *chunk.batch.queries;
  return {queries.x.data() + chunk.first, queries.y.data() + chunk.first, dims == 3 ? queries.z.data() + chunk.first : nullptr, chunk.count};
}

/// Where a parameter was set, for messages.
using WhereIs = std::function<InputLocation(std::string_view path)>;

/// Throws InputError, at the parameter to blame, for levels that do not fit the engines, and for queues and buffers with which the NFP could not move:
/// an output queue shorter than a packed step, a feature buffer shorter than a packed step, output buffers that hold less than a tile; for more banks than a
/// window of passes can have, and for a grid cache or pages that do not fit.
[[nodiscard]] NfpModel make_nfp_model(const NfpParams& params, const EncodingParams& encoding, const NetworkParams& network, std::vector<GridLevel> levels,
                                      const WhereIs& where);

}  // namespace ngpcsim::models
