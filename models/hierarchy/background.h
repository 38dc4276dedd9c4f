#pragma once
#include <algorithm>
#include <cstdint>

#include "models/common/messages.h"
#include "models/hierarchy/params.h"

namespace ngpcsim::models::hierarchy {

/// The requests of the GPU's own traffic through one of its ports, one after the other (docs/memory.md, 6).
class Background {
 public:
  /// Of port `port` of the GPU, which is source `source` of the crossbar.
  Background(const BackgroundParams& params, std::uint32_t port, std::uint32_t source)
      : params_(params), source_(source), places_(params.footprint_kib * 1024 / params.bytes), next_(port) {}

  /// When the next request is visible: at its time, and behind the one before.
  [[nodiscard]] std::uint64_t edge() const { return std::max(next_ * params_.period_cycles_x1000 / 1000, free_from_); }
  /// The last piece of the request before left the port at `edge`.
  void left(std::uint64_t edge) { free_from_ = edge + 1; }
  [[nodiscard]] MemoryRequest take() {
    const std::uint64_t k = next_;
    next_ += params_.ports;
    const std::uint64_t place = params_.pattern == BackgroundPattern::kSequential ? k % places_ : hash(2 * k + 1) % places_;
    return {.access = hash(2 * k) % 100 < params_.write_percent ? MemoryAccess::kWrite : MemoryAccess::kRead, .address = kBase + place * params_.bytes,
            .bytes = params_.bytes, .source = SourceId(source_), .id = k};
  }

 private:
  static constexpr std::uint64_t kBase = std::uint64_t{1} << 39;

  /// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014), of one number.
  static std::uint64_t hash(std::uint64_t k) {
    std::uint64_t z = k * 0x9E3779B97F4A7C15;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
  }

  BackgroundParams params_;
  std::uint32_t source_;
  std::uint64_t places_;
  std::uint64_t next_;
  std::uint64_t free_from_ = 0;
};

}  // namespace ngpcsim::models::hierarchy
