#pragma once
#include <cstdint>
#include <memory>
#include <span>

#include "models/nfp/nfp_pipeline.h"

namespace ngpcsim::models {

/// An NfpPipeline of the width its lanes need, its input always offering and its output always taking: as the chip uses it, chunk by
/// chunk, with one virtual call per chunk.
class NfpTiming {
 public:
  virtual ~NfpTiming() = default;
  /// Elements per query of the service blocks.
  [[nodiscard]] virtual std::uint32_t stride() const = 0;
  /// Runs one chunk, its first query offered not before `offer`. Returns the edges of the last pops of those chunks that this
  /// completes, oldest first; the span is valid until the next call.
  [[nodiscard]] virtual std::span<const std::uint64_t> run(const ServiceBlock& chunk, std::uint64_t offer) = 0;
  virtual void finish(std::uint64_t end) = 0;
  [[nodiscard]] virtual std::uint64_t last_accept() const = 0;
  [[nodiscard]] virtual std::uint64_t queries() const = 0;
  [[nodiscard]] virtual std::uint64_t popped() const = 0;
  [[nodiscard]] virtual PipelineSpan span() const = 0;
  [[nodiscard]] virtual std::uint64_t weight_load_cycles() const = 0;
  [[nodiscard]] virtual const MlpAccount& mlp_account() const = 0;
  /// One entry per engine lane, group by group.
  [[nodiscard]] virtual std::span<const LaneWaits> engine_waits() const = 0;
  [[nodiscard]] virtual const LaneWaits& direction_waits() const = 0;
};

/// Up to 64 lanes per group.
[[nodiscard]] std::unique_ptr<NfpTiming> make_nfp_timing(const NfpGeometry& geometry);

}  // namespace ngpcsim::models
