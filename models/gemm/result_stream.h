#pragma once
#include <algorithm>
#include <cstdint>

#include "models/gemm/byte_runs.h"
#include "models/gemm/fold_plan.h"

namespace ngpcsim::models {

/// The way of results to the memory: places in the result queue, reserved when a step enters, and writes (docs/gemm.md, section 3).
class ResultStream {
 public:
  ResultStream() = default;
  ResultStream(const FoldPlan& plan, std::uint64_t queue, std::uint64_t request)
      : place_(plan.part().results), member_(plan.result_bytes() / plan.part().batch), total_(plan.result_bytes()), queue_(queue), request_(request) {}

  /// Whether a step that gives `bytes` has room.
  [[nodiscard]] bool room(std::uint64_t bytes) const { return results_.total() + bytes <= acknowledged_ + queue_; }
  /// Steps of `bytes` each that have room.
  [[nodiscard]] std::uint64_t steps(std::uint64_t bytes) const { return (acknowledged_ + queue_ - results_.total()) / bytes; }
  /// `steps` steps give `bytes` each, the first at `edge`.
  void give(std::uint64_t edge, std::uint64_t bytes, std::uint64_t steps) { results_.add(edge, bytes, steps); }
  void acknowledge(std::uint64_t bytes) { acknowledged_ += bytes; }
  [[nodiscard]] bool written() const { return acknowledged_ == total_; }

  /// The edge from which the next write can be sent, kNever while that is not known or nothing is left.
  [[nodiscard]] std::uint64_t ready() {
    if (sent_ == total_) return kNever;
    const std::uint64_t given = results_.edge_of(std::min(sent_ + request_, total_));
    return given == kNever ? kNever : given + 1;
  }
  ByteSpan send() {
    const ByteSpan write{place_.address + sent_ / member_ * place_.pitch + sent_ % member_, std::min(request_, total_ - sent_)};
    sent_ += write.bytes;
    return write;
  }

 private:
  MatrixPlace place_;
  std::uint64_t member_ = 1;  ///< bytes of one member of a batch
  std::uint64_t total_ = 0, queue_ = 0, request_ = 0;
  std::uint64_t sent_ = 0, acknowledged_ = 0;
  ByteRuns results_;
};

}  // namespace ngpcsim::models
