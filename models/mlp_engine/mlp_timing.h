#pragma once
#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "models/mlp_engine/geometry.h"
#include "sim/channel/slot_ring.h"

namespace ngpcsim::models {

/// Cycle account of the array: one step is one busy cycle (docs/timing.md, 2.3).
struct MlpAccount {
  std::uint64_t busy = 0;
  std::uint64_t output_full = 0;
  std::uint64_t weights = 0;
  std::uint64_t dependency = 0;
  std::uint64_t input_empty = 0;
};

/// Charges the edges from `free`, the edge after the step before, to the step that the four bounds allow, by the priority of reasons, and that step; its edge.
[[gnu::always_inline]] inline std::uint64_t charge_step(MlpAccount& account, std::uint64_t free, std::uint64_t credit, std::uint64_t weights,
                                                        std::uint64_t dependency, std::uint64_t input) {
  std::uint64_t t = free;
  const auto wait = [&t](std::uint64_t until, std::uint64_t& reason) {
    if (until > t) {
      reason += until - t;
      t = until;
    }
  };
  wait(credit, account.output_full);
  wait(weights, account.weights);
  wait(dependency, account.dependency);
  wait(input, account.input_empty);
  ++account.busy;
  return t;
}

/// The recurrences of the MLP engine, dataflow `broadcast`: queries enter one by one in order of their join; a tile that is full or closed
/// by its batch runs through the remaining phases at once. Edges are absolute.
///
/// `Ready` answers `next(edge)`: the first edge at or after `edge` at which the output side takes an item; `Ready::kAlways` says that
/// this is `edge` itself. `Observer` has `step(phase, first_query, queries, edge)`, `pop(query, edge)`, for observers without `kRecords` also
/// `pops(first_query, queries, first_edge)` for one pop per edge, and `kRecords`.
class MlpTiming {
 public:
  explicit MlpTiming(const MlpGeometry& geometry)
      : g_(geometry),
        weights_(geometry.phases.front().load_cycles),
        load_cycles_(weights_),
        step_of_(geometry.tile_queries),
        pop_ring_(geometry.output_depth, 0) {}

  /// Takes the next queries, joined at `joined`; `last_of_batch` says whether the last of them ends its batch. Their places in the feature buffer
  /// are freed by the steps of the first phase that read them.
  template <class Ready, class Observer>
  [[gnu::always_inline]] void enter(std::span<const std::uint64_t> joined, bool last_of_batch, Ready& ready, Observer& observer, SlotRing& features) {
    for (std::size_t i = 0; i < joined.size();) {
      const bool steady = stepped_ > 0 && stepped_ == filled_ && g_.phases[0].pack == 1 && g_.phases.size() > 1;
      const std::size_t ahead = std::min<std::size_t>(joined.size() - i, g_.tile_queries - filled_) - 1;
      if (steady && ahead > 0) {
        read_one_by_one(joined.subspan(i, ahead), observer, features);
        i += ahead;
      }
      enter_one(joined[i], last_of_batch && i + 1 == joined.size(), ready, observer, features);
      ++i;
    }
  }

  /// Edges after the last step are `input_empty`; `end` is not before it.
  void finish(std::uint64_t end) {
    account_.input_empty += end - free_;
    free_ = end;
  }

  [[nodiscard]] const MlpAccount& account() const { return account_; }
  /// Queries popped so far, and the edge of the last pop.
  [[nodiscard]] std::uint64_t popped() const { return popped_; }
  [[nodiscard]] std::uint64_t first_pop() const { return first_pop_; }
  [[nodiscard]] std::uint64_t last_pop() const { return last_pop_; }
  /// Cycles spent loading weights, hidden or not: times the width of the path, the weights moved.
  [[nodiscard]] std::uint64_t load_cycles() const { return load_cycles_; }

 private:
  /// When this completes a step of the first phase, or closes the tile, the step is taken.
  template <class Ready, class Observer>
  [[gnu::always_inline]] void enter_one(std::uint64_t joined, bool last_of_batch, Ready& ready, Observer& observer, SlotRing& features) {
    ++filled_;
    const bool closes = last_of_batch || filled_ == g_.tile_queries;
    if (filled_ - stepped_ < g_.phases[0].pack && !closes) return;
    const std::uint64_t at = first_phase_step(joined, ready, observer);
    for (; stepped_ < filled_; ++stepped_) features.pop(at);
    if (closes) close_tile(ready, observer);
  }

  /// Queries of an open tile whose first phase has begun, one a step, several phases: nothing but the join can hold a step up.
  template <class Observer>
  [[gnu::always_inline]] void read_one_by_one(std::span<const std::uint64_t> joined, Observer& observer, SlotRing& features) {
    std::uint64_t free = free_, waited = 0;
    for (const std::uint64_t join : joined) {
      const std::uint64_t at = std::max(free, join + 1);
      waited += at - free;
      free = at + 1;
      step_of_[filled_++] = at;
      features.pop(at);
      observer.step(0, entered_ + filled_ - 1, 1, at);
    }
    stepped_ = filled_;
    account_.busy += joined.size();
    account_.input_empty += waited;
    free_ = free;
  }

  [[gnu::always_inline]] std::uint64_t step_at(std::uint64_t credit, std::uint64_t weights, std::uint64_t dependency, std::uint64_t input) {
    const std::uint64_t at = charge_step(account_, free_, credit, weights, dependency, input);
    free_ = at + 1;
    return at;
  }

  [[nodiscard]] bool is_last(std::size_t phase) const { return phase + 1 == g_.phases.size(); }

  /// The weights of the phase after `phase`, which began at `first` and took its last step at `last`.
  void load_next(std::size_t phase, std::uint64_t first, std::uint64_t last) {
    if (g_.phases.size() == 1) return;
    const MlpPhase& next = g_.phases[is_last(phase) ? 0 : phase + 1];
    weights_ = (g_.double_buffering ? first : last) + 1 + next.load_cycles;
    load_cycles_ += next.load_cycles;
  }

  template <class Ready, class Observer>
  [[gnu::always_inline]] std::uint64_t first_phase_step(std::uint64_t joined, Ready& ready, Observer& observer) {
    const std::uint32_t count = filled_ - stepped_;
    const bool single = g_.phases.size() == 1;
    const std::uint64_t at = step_at(single ? credit(count) : 0, stepped_ == 0 ? weights_ : 0, 0, joined + 1);
    if (stepped_ == 0) phase_first_ = at;
    if (count == 1) step_of_[stepped_] = at;
    else std::fill_n(step_of_.begin() + stepped_, count, at);
    observer.step(0, entered_ + stepped_, count, at);
    if (single) pop(count, at, ready, observer);
    return at;
  }

  template <class Ready, class Observer>
  void close_tile(Ready& ready, Observer& observer) {
    load_next(0, phase_first_, free_ - 1);
    for (std::size_t p = 1; p < g_.phases.size(); ++p) run_phase(p, ready, observer);
    entered_ += filled_;
    filled_ = stepped_ = 0;
  }

  template <class Ready, class Observer>
  void run_phase(std::size_t phase, Ready& ready, Observer& observer) {
    const std::uint32_t pack = g_.phases[phase].pack;
    std::uint64_t first = 0;
    if (pack == 1 && runs_without_gap(phase, Ready::kAlways)) {
      first = run_gapless(phase, observer);
    } else {
      for (std::uint32_t q = 0; q < filled_; q += pack) {
        const std::uint32_t count = std::min(pack, filled_ - q);
        const std::uint64_t dependency = step_of_[q + count - 1] + g_.latency;
        const std::uint64_t at = step_at(is_last(phase) ? credit(count) : 0, q == 0 ? weights_ : 0, dependency, 0);
        if (q == 0) first = at;
        std::fill_n(step_of_.begin() + q, count, at);
        observer.step(phase, entered_ + q, count, at);
        if (is_last(phase)) pop(count, at, ready, observer);
      }
    }
    load_next(phase, first, free_ - 1);
  }

  /// True when no step of the phase after its first can wait. Step times grow by at least one per query, so `step_of_[q] - q` is largest for the
  /// last query: once the first step is late enough for that one, it is for all. In the last phase the outputs must also leave
  /// as fast as they come.
  [[nodiscard]] bool runs_without_gap(std::size_t phase, bool always_ready) const {
    if (g_.phases[phase - 1].pack != 1 || filled_ < g_.latency) return false;
    return !is_last(phase) || (always_ready && g_.output_depth > g_.latency);
  }

  template <class Observer>
  std::uint64_t run_gapless(std::size_t phase, Observer& observer) {
    const std::uint64_t first = step_at(is_last(phase) ? credit(1) : 0, weights_, step_of_[0] + g_.latency, 0);
    account_.busy += filled_ - 1;
    free_ = first + filled_;
    if (!is_last(phase))
      for (std::uint32_t q = 0; q < filled_; ++q) step_of_[q] = first + q;
    if constexpr (Observer::kRecords)
      for (std::uint32_t q = 0; q < filled_; ++q) observer.step(phase, entered_ + q, 1, first + q);
    if (is_last(phase)) pop_gapless(first, observer);
    return first;
  }

  /// Outputs of steps `first`, `first + 1`, ...: each leaves as soon as it is there. Only the newest places of the queue bound anything later.
  template <class Observer>
  void pop_gapless(std::uint64_t first, Observer& observer) {
    const std::uint64_t begin = first + g_.latency;
    if constexpr (Observer::kRecords) {
      for (std::uint32_t q = 0; q < filled_; ++q) observer.pop(popped_ + q, begin + q);
    } else {
      observer.pops(popped_, filled_, begin);
    }
    const std::uint32_t skipped = filled_ > g_.output_depth ? filled_ - g_.output_depth : 0;
    pop_slot_ = (pop_slot_ + skipped) % g_.output_depth;
    for (std::uint32_t q = skipped; q < filled_; ++q) {
      pop_ring_[pop_slot_] = begin + q + 1;
      pop_slot_ = pop_slot_ + 1 == g_.output_depth ? 0 : pop_slot_ + 1;
    }
    if (popped_ == 0) first_pop_ = begin;
    popped_ += filled_;
    next_pop_ = begin + filled_;
    last_pop_ = next_pop_ - 1;
  }

  /// The edge at which the output queue has room for `count` more outputs.
  [[nodiscard]] std::uint64_t credit(std::uint32_t count) const {
    return pop_ring_[(pop_slot_ + count - 1) % g_.output_depth];
  }

  template <class Ready, class Observer>
  void pop(std::uint32_t count, std::uint64_t step, Ready& ready, Observer& observer) {
    for (std::uint32_t n = 0; n < count; ++n) {
      last_pop_ = ready.next(std::max(step + g_.latency, next_pop_));
      next_pop_ = last_pop_ + 1;
      pop_ring_[pop_slot_] = next_pop_;
      pop_slot_ = pop_slot_ + 1 == g_.output_depth ? 0 : pop_slot_ + 1;
      if (popped_ == 0) first_pop_ = last_pop_;
      observer.pop(popped_++, last_pop_);
    }
  }

  MlpGeometry g_;
  MlpAccount account_;
  std::uint64_t weights_;       ///< edge from which the next phase's weights are usable
  std::uint64_t load_cycles_;
  std::uint64_t free_ = 0;      ///< edge after the last step
  std::uint64_t phase_first_ = 0;
  std::uint64_t entered_ = 0;   ///< queries of closed tiles
  std::uint32_t filled_ = 0;    ///< queries of the open tile
  std::uint32_t stepped_ = 0;   ///< of which the first phase has read
  std::vector<std::uint64_t> step_of_;   ///< step of each query of the tile in the phase before
  std::vector<std::uint64_t> pop_ring_;  ///< edges at which a place of the output queue is writable again
  std::uint32_t pop_slot_ = 0;
  std::uint64_t popped_ = 0, first_pop_ = 0, last_pop_ = 0, next_pop_ = 0;
};

}  // namespace ngpcsim::models
