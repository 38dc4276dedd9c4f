#pragma once
#include <memory>

#include "workloads/apps/path_context.h"
#include "workloads/import/npy.h"
#include "workloads/stream/query_stream.h"
#include "workloads/trace/position_params.h"

namespace ngpcsim::workloads {

/// Positions of a file as one frame: every position is a ray that gives one query, without look-ups, and then ends. Memory holds some rows.
class PositionSource final : public stream::QuerySource {
 public:
  PositionSource(std::shared_ptr<const NpyTable> positions, std::shared_ptr<const NpyTable> directions, std::uint64_t queries_per_round)
      : positions_(std::move(positions)), directions_(std::move(directions)), queries_per_round_(queries_per_round) {}

  [[nodiscard]] std::uint64_t frames() const override { return 1; }
  [[nodiscard]] std::string frame_name(std::uint64_t /*frame*/) const override { return "positions"; }
  [[nodiscard]] std::unique_ptr<stream::Frame> open_frame(std::uint64_t frame) const override;

  /// Dimensions of a position, 2 or 3.
  [[nodiscard]] std::uint32_t dims() const { return positions_->columns(); }

 private:
  std::shared_ptr<const NpyTable> positions_, directions_;  ///< the second may be null
  std::uint64_t queries_per_round_;
};

/// Reads both files once from end to end. Throws InputError at the parameter's location where no positions are named or the files do not fit each
/// other, and with file and row for a position outside the unit cube or a direction that is no unit vector.
[[nodiscard]] std::unique_ptr<PositionSource> make_position_source(const PositionParams& params, const PathContext& context);

}  // namespace ngpcsim::workloads
