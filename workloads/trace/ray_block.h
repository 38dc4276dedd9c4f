#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <stdexcept>

#include "workloads/stream/whole_rays.h"
#include "workloads/trace/byte_text.h"
#include "workloads/trace/sample_track.h"

namespace ngpcsim::workloads::trace {

/// Why a payload cannot be that of a RAYS chunk; whoever knows the file says where.
class PayloadError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The payload of a RAYS chunk, checked but for the samples themselves: these are decoded where they are asked for (RaySampler).
class RayBlock {
 public:
  /// Throws PayloadError where `raw` is no such payload of `rays` rays.
  RayBlock(Bytes raw, std::uint32_t rays);

  struct Ray {
    std::uint32_t state = 0;
    std::uint32_t tail_probes = 0;
    std::array<float, 3> direction{};
    const char* begin = nullptr;  ///< of its samples; null where it has none
    const char* end = nullptr;
  };
  /// Hands out the rays in order, each once.
  class Reader {
   public:
    explicit Reader(const RayBlock& block) : block_(&block), at_(block.raw_.data() + block.samples_at_) {}
    [[nodiscard]] Ray next();
    [[nodiscard]] std::uint32_t left() const { return block_->rays_ - ray_; }

   private:
    const RayBlock* block_;
    std::uint32_t ray_ = 0, with_samples_ = 0;
    const char* at_;
  };

  [[nodiscard]] std::uint32_t rays() const { return rays_; }
  [[nodiscard]] std::uint32_t samples() const { return samples_; }
  [[nodiscard]] std::uint32_t usual_probes() const { return usual_probes_; }
  [[nodiscard]] float growth() const { return growth_; }
  [[nodiscard]] std::size_t bytes() const { return raw_.size(); }
  /// Where places of a ray's samples are counted from.
  [[nodiscard]] const char* data() const { return raw_.data(); }

 private:
  [[nodiscard]] std::uint32_t word(std::size_t at) const { return load<std::uint32_t>(raw_.data() + at); }

  Bytes raw_;
  std::uint32_t rays_;
  std::uint32_t samples_ = 0, with_samples_ = 0, usual_probes_ = 0;
  float growth_ = 1.0f;
  std::size_t states_at_ = 0, tails_at_ = 0, lengths_at_ = 0, directions_at_ = 0, samples_at_ = 0;
  bool has_directions_ = false;
};

/// One ray's samples, decoded in order.
struct RaySampler {
  const char* at = nullptr;
  const char* end = nullptr;
  SampleTrack track;

  /// The next `count` positions into x, y and z, the sum of their look-ups into `probes`. False where the bytes do not hold that many, or a
  /// position lies outside the unit cube.
  [[nodiscard]] bool decode(std::uint32_t count, const RayBlock& block, float* x, float* y, float* z, std::uint64_t& probes);
  /// The same with the look-ups of each.
  [[nodiscard]] bool decode(std::span<stream::WholeRays::Query> queries, const RayBlock& block);
};

}  // namespace ngpcsim::workloads::trace
