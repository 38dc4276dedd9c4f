#pragma once
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <queue>
#include <utility>
#include <vector>

#include "models/hierarchy/backing.h"
#include "models/hierarchy/pieces.h"
#include "sim/base/clock_domain.h"

namespace ngpcsim::models::hierarchy {

/// The way from a slice to the memory behind it and back, over the crossing of clocks (docs/memory.md, 4).
class DramSide {
 public:
  DramSide(std::unique_ptr<Backing> backing, ClockDomain here, ClockDomain there, std::uint32_t sync_cycles)
      : backing_(std::move(backing)), here_(here), there_(there), sync_(sync_cycles) {}

  /// A request made at `edge`. Returns its number; they count from 0.
  std::uint64_t ask(bool write, std::uint64_t address, std::uint32_t bytes, std::uint64_t edge);
  /// Requests whose acceptance is not visible yet.
  [[nodiscard]] std::size_t waiting() const { return waiting_; }

  /// The first edge at which an acceptance or an answer may be visible, or kNever.
  [[nodiscard]] std::uint64_t next_edge() const { return next_; }
  /// Makes visible what is at `edge`. Returns whether a request was accepted; numbers of reads that are answered are appended to `fills`, smallest first.
  bool advance(std::uint64_t edge, std::vector<std::uint64_t>& fills);
  /// Nothing will be asked before `edge`, nor, where `until_visible`, before something becomes visible: the memory runs on as far as that lets it.
  void run_ahead(std::uint64_t edge, bool until_visible);

  [[nodiscard]] Backing& backing() { return *backing_; }
  /// Throws InvariantError unless the memory has moved just the bytes that were asked for, but for those in front of it.
  void check_sums(std::uint64_t read_bytes, std::uint64_t write_bytes) const;

 private:
  struct Queued {
    Asked asked;
    std::uint64_t arrival;  ///< cycle
  };
  [[nodiscard]] std::uint64_t visible(std::uint64_t cycle) const { return here_.cross(cycle, there_, sync_); }
  /// Of the cycles whose events are visible at `edge`.
  [[nodiscard]] std::uint64_t last_cycle_shown(std::uint64_t edge) const;
  [[nodiscard]] bool may_offer() const { return !queue_.empty() && backing_->ready(); }
  [[nodiscard]] std::uint64_t offer_cycle() const { return std::max(queue_.front().arrival, cycle_); }
  /// Gives the next request at its time. It counts as waiting until its acceptance is visible.
  void offer();
  void note_acceptance();
  [[nodiscard]] std::uint64_t find_next();
  /// The next offer or event of the memory happens if it is of a cycle up to `last`.
  [[nodiscard]] bool step(std::uint64_t last);
  [[nodiscard]] std::uint64_t first_visible() const;

  std::uint64_t next_ = kNever;  ///< edge
  std::size_t waiting_ = 0;
  std::unique_ptr<Backing> backing_;
  ClockDomain here_, there_;
  std::uint32_t sync_;
  std::deque<Queued> queue_;
  bool entering_ = false;       ///< a request was offered, its acceptance not yet noted
  std::uint64_t cycle_ = 0;     ///< up to which everything has happened
  std::uint64_t asked_ = 0;
  std::deque<std::uint64_t> accepted_;  ///< edges at which acceptances become visible
  using Answer = std::pair<std::uint64_t, std::uint64_t>;  // edge, number
  std::priority_queue<Answer, std::vector<Answer>, std::greater<>> answers_;  ///< to reads, known but not visible
};

}  // namespace ngpcsim::models::hierarchy
