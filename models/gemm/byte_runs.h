#pragma once
#include <cstdint>
#include <limits>
#include <vector>

namespace ngpcsim::models {

/// An edge that is not known yet, or never comes.
inline constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

/// At which edges bytes of a stream move, as runs of consecutive edges with the same number of bytes each: what a queue has to remember of the steps that
/// use it, until the requests behind them are sent.
class ByteRuns {
 public:
  /// `edges` edges from `edge` on move `each` bytes each. Edges come in order.
  void add(std::uint64_t edge, std::uint64_t each, std::uint64_t edges) {
    const std::uint64_t before = total_;
    total_ += each * edges;
    if (head_ < runs_.size() && runs_.back().each == each && runs_.back().edge + runs_.back().edges == edge) {
      runs_.back().edges += edges;
      return;
    }
    if (head_ == runs_.size()) runs_.clear(), head_ = 0;
    runs_.push_back({before, edge, each, edges});
  }
  /// The edge that moves byte `byte`, counted from 1, or kNever while it is not known. Earlier bytes are not asked for again.
  [[nodiscard]] std::uint64_t edge_of(std::uint64_t byte) {
    if (byte > total_) return kNever;
    while (runs_[head_].before + runs_[head_].each * runs_[head_].edges < byte) ++head_;
    if (head_ > kCompactAt) runs_.erase(runs_.begin(), runs_.begin() + static_cast<std::ptrdiff_t>(head_)), head_ = 0;
    const Run& run = runs_[head_];
    return run.edge + (byte - run.before - 1) / run.each;
  }
  [[nodiscard]] std::uint64_t total() const { return total_; }

 private:
  struct Run {
    std::uint64_t before, edge, each, edges;
  };
  static constexpr std::size_t kCompactAt = 4096;

  std::vector<Run> runs_;
  std::size_t head_ = 0;
  std::uint64_t total_ = 0;
};

}  // namespace ngpcsim::models
