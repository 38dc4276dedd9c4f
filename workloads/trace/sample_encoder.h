#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "workloads/stream/whole_rays.h"
#include "workloads/trace/byte_text.h"

namespace ngpcsim::workloads::trace {

/// Encodes the samples of a block of rays as a RAYS chunk holds them, for one growth of steps and one usual number of look-ups.
class SampleEncoder {
 public:
  /// For steps that grow by `growth`.
  explicit SampleEncoder(float growth) : growth_(growth) {}

  /// Forgets what was encoded. Samples that are no records have `usual_probes` look-ups. `room` bytes in front of the samples stay free (with_head).
  void begin(std::uint32_t usual_probes, std::size_t room);
  /// More rays; `queries` are theirs. Throws InvariantError where a position lies outside the unit cube.
  void add(std::span<const stream::WholeRays::Ray> rays, std::span<const stream::WholeRays::Query> queries);

  [[nodiscard]] float growth() const { return growth_; }
  [[nodiscard]] std::uint32_t usual_probes() const { return usual_probes_; }
  [[nodiscard]] std::size_t bytes() const { return end_ - room_; }
  /// Look-ups that led to samples, and how many of these took the usual number.
  [[nodiscard]] std::uint64_t probes() const { return record_probes_ + predicted_ * usual_probes_; }
  [[nodiscard]] std::uint64_t usual_samples() const { return predicted_ + usual_records_; }
  /// Bytes of each ray with samples.
  [[nodiscard]] std::span<const std::uint32_t> ray_bytes() const { return ray_bytes_; }
  /// The samples behind `bytes` of the room, which are the caller's to fill.
  [[nodiscard]] std::span<char> with_head(std::size_t bytes) { return std::span(buffer_).subspan(room_ - bytes, bytes + end_ - room_); }

 private:
  template <bool kGrows>
  void add_rays(std::span<const stream::WholeRays::Ray> rays, std::span<const stream::WholeRays::Query> queries);
  template <bool kGrows>
  char* add_ray(std::span<const stream::WholeRays::Query> queries, char* to);

  float growth_;
  std::uint32_t usual_probes_ = 1;
  Bytes buffer_;                    // as large as any block so far needed it
  std::size_t room_ = 0, end_ = 0;  // the samples lie between
  std::uint64_t predicted_ = 0, record_probes_ = 0, usual_records_ = 0;
  bool in_cube_ = true;
  std::vector<std::uint32_t> ray_bytes_;
};

}  // namespace ngpcsim::workloads::trace
