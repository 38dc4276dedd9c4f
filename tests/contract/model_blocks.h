#pragma once
#include <optional>
#include <vector>

#include "models/direction_encoder/direction_services.h"
#include "models/encoding_engine/encoding_accesses.h"
#include "models/encoding_engine/encoding_services.h"
#include "models/nfp/nfp_model.h"
#include "models/nfp/nfp_pipeline.h"
#include "tests/contract/random_case.h"

namespace ngpcsim::contract {

/// Phase A of the model, with its counters.
struct Services {
  models::EncodingServices encoding;
  std::optional<models::EncodingAccesses> overlapping;
  models::DirectionServices direction;

  /// `overlaps`: with the accesses that a window of passes needs, whatever its size.
  Services(const models::NfpModel& m, bool overlaps)
      : encoding(m.levels, m.encoding.dims, m.encoding.features, m.params.encoding_engine, m.placement, m.costs), direction(m.params.direction_encoder) {
    if (overlaps) overlapping.emplace(m.levels, m.encoding.dims, m.params.encoding_engine, m.placement);
  }
  explicit Services(const models::NfpModel& m) : Services(m, m.geometry.overlaps()) {}
};

/// Consecutive queries of a case with their services, which the pipeline may overwrite beyond the lanes.
struct Block {
  std::size_t first = 0;
  std::uint32_t count = 0;
  std::uint64_t offer = 0;
  bool ends_batch = false;
  std::vector<std::uint16_t> engine;
  std::vector<models::PassAccesses> accesses;
  std::vector<std::uint16_t> direction;

  [[nodiscard]] models::ServiceBlock services() {
    return {.engine = engine.data(), .accesses = accesses.data(), .direction = direction.data(), .queries = count, .ends_batch = ends_batch};
  }
};

/// Cuts a case into blocks at random places (seeded by the case), neither past the end of a batch nor into a chunk that comes later.
class BlockFeed {
 public:
  /// `stride` is the width of the pipeline.
  BlockFeed(const Case& c, Services& services, std::uint32_t stride);
  [[nodiscard]] std::optional<Block> next();

 private:
  [[nodiscard]] std::uint32_t block_size();

  const std::vector<naive::Query>& queries_;
  Services& services_;
  std::uint32_t stride_;
  Rng rng_;
  std::vector<float> x_, y_, z_;
  std::vector<std::uint32_t> rays_;
  std::size_t at_ = 0;
};

}  // namespace ngpcsim::contract
