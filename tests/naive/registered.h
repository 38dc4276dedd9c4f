#pragma once
#include <cstddef>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "sim/base/error.h"

/// Registers in two-phase style: during an edge everybody reads the state the last edge left and notes what changes; `commit` is the
/// clock. The order in which blocks are evaluated within an edge therefore cannot matter.
namespace ngpcsim::naive {

/// A queue with registered ready: an item pushed at edge t is seen from t+1 on, a slot freed at t can be filled from t+1 on.
template <class T>
class Queue {
 public:
  explicit Queue(std::size_t depth) : depth_(depth) { check(depth > 0, "a queue needs a slot"); }

  [[nodiscard]] bool ready() const { return items_.size() < depth_; }
  [[nodiscard]] std::size_t visible() const { return items_.size() - taken_; }
  [[nodiscard]] const T& at(std::size_t position) const { return items_.at(taken_ + position); }

  void push(T item) {
    check(visible() + arriving_.size() < depth_, "push into a full queue of {}", depth_);
    arriving_.push_back(std::move(item));
  }
  T pop() {
    check(visible() > 0, "pop from an empty queue");
    return items_[taken_++];
  }
  void commit() {
    for (; taken_ > 0; --taken_) items_.pop_front();
    for (T& item : arriving_) items_.push_back(std::move(item));
    arriving_.clear();
  }

 private:
  std::size_t depth_;
  std::deque<T> items_;
  std::size_t taken_ = 0;
  std::vector<T> arriving_;
};

/// The slots of a queue at the end of a pipeline, reserved at its entry.
class Credits {
 public:
  /// `planted_fault`: a slot counts as free on the edge on which it is given back, which is what the contract forbids.
  explicit Credits(std::size_t slots, bool planted_fault = false) : slots_(slots), planted_fault_(planted_fault) {}

  /// Whether `count` slots are free in the state that the last edge left.
  [[nodiscard]] bool available(std::size_t count = 1) const {
    const std::size_t slots = slots_ + (planted_fault_ ? returning_ : 0);
    return used_ + reserving_ + count <= slots;
  }
  void reserve(std::size_t count = 1) { reserving_ += count; }
  void give_back() { ++returning_; }
  void commit() {
    used_ += reserving_;
    check(used_ <= slots_ + (planted_fault_ ? returning_ : 0) && returning_ <= used_, "{} of {} slots reserved", used_, slots_);
    used_ -= returning_;
    reserving_ = returning_ = 0;
  }

 private:
  std::size_t slots_;
  bool planted_fault_;
  std::size_t used_ = 0;
  std::size_t reserving_ = 0;
  std::size_t returning_ = 0;
};

/// A pipeline that never freezes, and the queue write at its end: what enters at edge t is handed on at t + latency - 1 and so is
/// visible behind that write at t + latency. A shift register with valid bits of latency - 1 stages.
template <class T>
class Pipeline {
 public:
  explicit Pipeline(std::size_t latency) : stages_(latency - 1) { check(latency > 0, "a pipeline takes at least one edge"); }

  void enter(T item) { entering_ = std::move(item); }
  /// What leaves at this edge; with a latency of 1 that is what enters at this edge, so ask after entering.
  [[nodiscard]] const std::optional<T>& leaving() const { return stages_.empty() ? entering_ : stages_.back(); }
  void commit() {
    for (std::size_t s = stages_.size(); s-- > 1;) stages_[s] = std::move(stages_[s - 1]);
    if (!stages_.empty()) stages_[0] = std::move(entering_);
    entering_.reset();
  }

 private:
  std::vector<std::optional<T>> stages_;
  std::optional<T> entering_;
};

}  // namespace ngpcsim::naive
