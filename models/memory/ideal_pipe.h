#pragma once
#include <algorithm>
#include <cstdint>

#include "models/memory/params.h"
#include "sim/channel/slot_ring.h"

namespace ngpcsim::models {

/// The recurrence of memory `ideal` (docs/timing.md, section 3), in edges of the memory's clock.
class IdealPipe {
 public:
  explicit IdealPipe(const IdealMemoryParams& params) : params_(params), places_(params.outstanding) {}

  /// Serves the next request, visible at `edge`; requests come in order of their edges. Returns the edge at which its answer is sent.
  std::uint64_t serve(std::uint64_t edge, std::uint32_t bytes) {
    const std::uint64_t accepted = std::max({edge, last_accepted_, places_.writable()});
    last_accepted_ = accepted;
    const std::uint64_t begin = std::max(bus_, accepted * params_.bytes_per_cycle);
    bus_ = begin + bytes;
    const std::uint64_t end = (bus_ + params_.bytes_per_cycle - 1) / params_.bytes_per_cycle;
    busy_ += end - std::max(begin / params_.bytes_per_cycle, busy_until_);
    busy_until_ = end;
    const std::uint64_t done = end + params_.latency_cycles;
    places_.push();
    places_.pop(done);
    return done;
  }

  /// Edges in which the bus moved data, up to the last request served.
  [[nodiscard]] std::uint64_t busy() const { return busy_; }
  [[nodiscard]] std::uint64_t busy_until() const { return busy_until_; }

 private:
  IdealMemoryParams params_;
  SlotRing places_;
  std::uint64_t last_accepted_ = 0;
  std::uint64_t bus_ = 0;  ///< bytes since edge 0 at full bandwidth: where the bus is free
  std::uint64_t busy_ = 0, busy_until_ = 0;
};

}  // namespace ngpcsim::models
