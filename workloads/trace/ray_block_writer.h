#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "workloads/stream/whole_rays.h"
#include "workloads/trace/ray_block.h"
#include "workloads/trace/sample_encoder.h"

namespace ngpcsim::workloads::trace {

/// Collects rays, cuts them into blocks and encodes these as payloads of RAYS chunks. Where blocks end follows from the rays alone, not from how many
/// are added at a time. Samples are encoded as they come, while they are in a cache, as if the block were like the one before it; one that is not is
/// decoded and encoded again when it is complete. What is written does not depend on the block before.
class RayBlockWriter {
 public:
  RayBlockWriter() = default;
  RayBlockWriter(const RayBlockWriter&) = delete;
  RayBlockWriter& operator=(const RayBlockWriter&) = delete;

  /// Where rays are added, at the end.
  [[nodiscard]] stream::WholeRays& pending() { return pending_; }

  struct Block {
    std::uint32_t rays = 0;
    std::uint64_t queries = 0;
    std::uint64_t probes = 0;
    std::string_view raw;          ///< the payload; stays until the next call
    std::size_t sample_bytes = 0;  ///< of these, at its end, are samples
  };
  /// The next block of pending rays, which are gone then; null where they do not fill one. With `last` a block may be short, because no ray follows.
  [[nodiscard]] std::optional<Block> next(bool last);

 private:
  [[nodiscard]] bool full() const;
  void take_rays();
  void choose_encoder();
  [[nodiscard]] std::uint32_t voted_probes();
  void encode_again(SampleEncoder& encoder, std::size_t rays);
  [[nodiscard]] SampleEncoder& other() { return likely_ == &constant_ ? growing_ : constant_; }
  [[nodiscard]] std::span<const char> payload();
  [[nodiscard]] RayBlock as_read();
  [[nodiscard]] Block finish_block();
  [[nodiscard]] std::span<const stream::WholeRays::Ray> block_rays() const { return std::span(pending_.rays).first(block_rays_); }

  /// Steps of cone marching grow by 257/256 (workloads/apps/march_rule.h), others do not.
  static constexpr float kConeGrowth = 257.0f / 256;

  stream::WholeRays pending_;                            // rays of the block, then those that nobody looked at; queries only of the latter
  std::size_t block_rays_ = 0, block_queries_ = 0;
  std::size_t trial_rays_ = 0;                           // the first of the block, by which the other encoder is compared
  bool written_ = false;                                 // the block was given and is to be dropped
  SampleEncoder constant_{1.0f}, growing_{kConeGrowth};
  SampleEncoder* likely_ = &constant_;                   // has the samples of the block; at first the one that the block before took, and
  std::uint32_t usual_probes_ = 1;                       // its look-ups of a short sample
};

}  // namespace ngpcsim::workloads::trace
