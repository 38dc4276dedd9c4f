#pragma once
#include <algorithm>
#include <cstdint>

#include "models/gemm/array_timing.h"

namespace ngpcsim::models {

/// What an array sends next: one request an edge, a write before a read of B before a read of A.
class RequestPort {
 public:
  enum class Kind : std::uint8_t { kReadA, kReadB, kWrite };
  struct Request {
    Kind kind;
    ByteSpan block;
  };

  explicit RequestPort(ArrayTiming& array) : array_(array) {}

  /// The edge of the next request as far as the steps are settled, kNever without one.
  [[nodiscard]] std::uint64_t next_edge() {
    ready_ = {array_.stream(Operand::kA).ready(), array_.stream(Operand::kB).ready(), array_.results().ready()};
    const std::uint64_t first = std::min({ready_[0], ready_[1], ready_[2]});
    return first == kNever ? kNever : std::max(first, free_);
  }
  /// Sends at `edge`, the one that next_edge() gave.
  Request send(std::uint64_t edge) {
    free_ = edge + 1;
    if (ready_[2] <= edge) return {Kind::kWrite, array_.results().send()};
    if (ready_[1] <= edge) return {Kind::kReadB, array_.stream(Operand::kB).send()};
    return {Kind::kReadA, array_.stream(Operand::kA).send()};
  }

 private:
  ArrayTiming& array_;
  std::array<std::uint64_t, 3> ready_{};
  std::uint64_t free_ = 0;
};

}  // namespace ngpcsim::models
