#pragma once
#include <cstdint>
#include <vector>

#include "models/common/messages.h"
#include "sim/app/json.h"
#include "sim/app/timeline.h"

namespace ngpcsim::app {

/// Bytes that the memory takes over time, in at most 512 spans of equal length: whenever a run grows beyond them, two become one.
class BandwidthSeries {
 public:
  /// `memory_khz`: of the edges.
  explicit BandwidthSeries(std::uint64_t memory_khz) : khz_(memory_khz) {}

  void add(std::uint64_t edge, const models::MemoryRequest& request);

  /// [{"ms": begin of the span, "read_gb_s", "write_gb_s"}, ...]; an atomic add is a read and a write.
  [[nodiscard]] Json json() const;
  /// The same for a timeline.
  [[nodiscard]] std::vector<TimelineSample> samples() const;

 private:
  struct Span {
    std::uint64_t read = 0, written = 0;
  };
  void halve();
  [[nodiscard]] double gb_s(std::uint64_t bytes) const;

  std::uint64_t khz_;
  std::uint64_t edges_ = 64;  ///< of a span
  std::vector<Span> spans_;
};

}  // namespace ngpcsim::app
