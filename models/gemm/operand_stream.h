#pragma once
#include <algorithm>
#include <cstdint>

#include "models/gemm/byte_runs.h"
#include "models/gemm/fold_plan.h"

namespace ngpcsim::models {

/// The way of one operand from the memory to the array: its blocks cut into requests, and the queue in front of the array (docs/gemm.md, section 3).
/// Bytes are counted from the beginning of the part: blocks, requests, answers and steps all pass in the same order.
class OperandStream {
 public:
  OperandStream() = default;
  OperandStream(const FoldPlan& plan, Operand operand, bool used, std::uint64_t queue, std::uint64_t request, std::uint64_t edge)
      : plan_(&plan), operand_(operand), queue_(queue), request_(request), open_(edge), more_(used) {
    if (more_) begin_block();
  }

  /// The edge from which the next request can be sent, kNever while that is not known or nothing is left.
  [[nodiscard]] std::uint64_t ready() {
    if (!more_) return kNever;
    const std::uint64_t end = asked_ + next_bytes();
    if (end <= queue_) return open_;
    const std::uint64_t taken = taken_.edge_of(end - queue_);
    return taken == kNever ? kNever : taken + 1;
  }
  /// The next request, which is sent.
  ByteSpan send() {
    const ByteSpan request{block_.address + sent_of_block_, next_bytes()};
    asked_ += request.bytes;
    sent_of_block_ += request.bytes;
    if (sent_of_block_ == block_.bytes && (more_ = plan_->next_fetched(operand_, at_))) begin_block();
    return request;
  }

  /// The answer to the oldest open request is visible at `edge`.
  void answer(std::uint64_t bytes, std::uint64_t edge) {
    before_last_ = there_;
    there_ += bytes;
    last_answer_ = edge;
  }
  /// Steps of `bytes` each whose data are there.
  [[nodiscard]] std::uint64_t steps(std::uint64_t bytes) const { return (there_ - taken_.total()) / bytes; }
  /// The edge at which data of the next step are there, where that can bind: what was there before the last answer has been waited for already.
  [[nodiscard]] std::uint64_t data_edge(std::uint64_t bytes) const { return taken_.total() + bytes > before_last_ ? last_answer_ : 0; }
  /// Steps at `edge` and the edges behind it take `bytes` each.
  void take(std::uint64_t edge, std::uint64_t bytes, std::uint64_t steps) { taken_.add(edge, bytes, steps); }

  [[nodiscard]] std::uint64_t asked() const { return asked_; }

 private:
  void begin_block() {
    block_ = plan_->block(operand_, at_);
    sent_of_block_ = 0;
  }
  [[nodiscard]] std::uint64_t next_bytes() const { return std::min(request_, block_.bytes - sent_of_block_); }

  const FoldPlan* plan_ = nullptr;
  Operand operand_ = Operand::kA;
  std::uint64_t queue_ = 0, request_ = 0, open_ = 0;
  FoldIndex at_;
  ByteSpan block_;
  std::uint64_t sent_of_block_ = 0, asked_ = 0;
  bool more_ = false;
  std::uint64_t there_ = 0, before_last_ = 0, last_answer_ = 0;
  ByteRuns taken_;
};

}  // namespace ngpcsim::models
