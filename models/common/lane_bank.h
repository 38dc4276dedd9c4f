#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "models/common/lane_vector.h"

namespace ngpcsim::models {

/// Sizes of one lane behind the fork.
struct LaneGeometry {
  std::uint32_t input_depth = 4;
  std::uint32_t index_depth = 8;
  std::uint32_t output_depth = 16;
  std::uint32_t front_latency = 4;
  std::uint32_t back_latency = 5;
};

/// Times inside a lane bank are edges relative to a base that moves with the run, so that eight lanes fit a vector register.
using RelTime = std::uint32_t;

/// Where the edges of one lane's issue stage went (docs/timing.md, 2.2). Busy edges follow from the queries and, with the policy `serial`, conflicts from
/// the services: those are counted where services are computed.
struct LaneWaits {
  std::uint64_t output_full = 0;
  std::uint64_t input_empty = 0;
  std::uint64_t conflict = 0;  ///< with the policy `overlap` only
};

/// What changes with every query of a bank of lanes, small enough to be worked on in registers: the recurrences of docs/timing.md, section 2, one
/// vector element per lane. What is kept of an earlier query is the bound it sets.
template <std::uint32_t kWidth>
class LaneState {
 public:
  using Row = LaneRow<kWidth>;
  using Part = std::remove_cvref_t<decltype(std::declval<Row&>().part(0))>;

  /// Edges of the query handled last, lane by lane, for observers.
  struct Trace {
    Row push, front, issue;
  };

  /// Offers the next query at `offer`: each lane takes it when it can. Returns the edge at which all have.
  [[gnu::always_inline]] RelTime push(RelTime offer) {
    const Row& freed = front_ring_[front_slot_];
    Part last = freed.part(0);
    for (std::size_t n = 0; n < Row::kParts; ++n) {
      Part pushed = Part{} + offer;
      raise(pushed, freed.part(n));
      raise(last, freed.part(n));
      push_.part(n) = pushed;
    }
    return std::max(offer, largest(last));  // so the next offer waits for this one's scalar only, not for the vectors
  }

  /// Moves the query just pushed through front and issue stages; `service` holds the cycles for which each lane's unit is taken.
  /// Returns the first edge at which the join can take it.
  template <bool kTrace>
  [[gnu::always_inline]] RelTime issue(const std::uint16_t* service, Trace* trace) {
    Row& front_slot = front_ring_[front_slot_];
    Row& issue_slot = issue_ring_[issue_slot_];
    const Part credit = Part{} + join_ring_[join_slot_];
    Part last = {};
    for (std::size_t n = 0; n < Row::kParts; ++n) {
      Part front = push_.part(n) + 1;
      raise(front, next_front_.part(n));
      raise(front, issue_slot.part(n));
      Part free = free_.part(n);
      raise(free, credit);
      Part begin = front + front_latency_.part(n);
      raise(begin, free);
      Part taken;
      widen(taken, service + n * 8);
      output_full_.part(n) += free - free_.part(n);
      input_empty_.part(n) += begin - free;
      next_front_.part(n) = front + passes_.part(n);
      front_slot.part(n) = front + 1;
      issue_slot.part(n) = begin + 1;
      free_.part(n) = begin + taken;
      raise(last, begin + taken + back_latency_.part(n));
      if constexpr (kTrace) {
        trace->front.part(n) = front;
        trace->issue.part(n) = begin;
      }
    }
    if constexpr (kTrace) trace->push = push_;
    front_slot_ = front_slot_ + 1 == input_depth_ ? 0 : front_slot_ + 1;
    issue_slot_ = issue_slot_ + 1 == index_depth_ ? 0 : issue_slot_ + 1;
    return largest(last) - 1;
  }

  /// The join took the query issued last.
  [[gnu::always_inline]] void join(RelTime at) {
    join_ring_[join_slot_] = at + 1;
    join_slot_ = join_slot_ + 1 == output_depth_ ? 0 : join_slot_ + 1;
  }

 private:
  template <std::uint32_t>
  friend class LaneBank;

  Row passes_, front_latency_, back_latency_, push_, next_front_, free_, output_full_, input_empty_;
  Row* front_ring_ = nullptr;  ///< edges at which a place of the input queue is writable again; these rings belong to the bank
  Row* issue_ring_ = nullptr;  ///< the same of the index queue
  RelTime* join_ring_ = nullptr;
  std::uint32_t input_depth_ = 1, index_depth_ = 1, output_depth_ = 1;
  std::uint32_t front_slot_ = 0, issue_slot_ = 0, join_slot_ = 0;
};

/// One lane of a bank: what may differ between lanes that share the depths of their queues.
struct LaneKind {
  std::uint32_t passes = 1;
  std::uint32_t front_latency = 4;
  std::uint32_t back_latency = 5;
};

/// Lanes between the fork and the join that see the same queries, in lock step. Elements beyond the lanes in use mirror a lane without latency or
/// service, which never decides a maximum.
template <std::uint32_t kWidth>
class LaneBank {
 public:
  static constexpr bool kOverlaps = false;
  using Work = std::uint16_t;  ///< of a query, lane by lane: the cycles for which the unit is taken
  using State = LaneState<kWidth>;
  using Trace = typename State::Trace;
  using Row = LaneRow<kWidth>;

  /// `depths` gives the depths of the queues, `lanes` the rest, at most kWidth of them.
  LaneBank(const LaneGeometry& depths, std::span<const LaneKind> lanes)
      : front_ring_(depths.input_depth), issue_ring_(depths.index_depth), join_ring_(depths.output_depth, 0) {
    for (std::size_t l = 0; l < kWidth; ++l) {
      const LaneKind lane = l < lanes.size() ? lanes[l] : LaneKind{1, 0, 0};
      state_.passes_.set(l, lane.passes);
      state_.front_latency_.set(l, lane.front_latency);
      state_.back_latency_.set(l, lane.back_latency);
    }
    state_.input_depth_ = depths.input_depth;
    state_.index_depth_ = depths.index_depth;
    state_.output_depth_ = depths.output_depth;
  }

  /// The state to work on, as a copy; `put_back` ends the work.
  [[nodiscard]] State take() {
    State state = state_;
    state.front_ring_ = front_ring_.data();
    state.issue_ring_ = issue_ring_.data();
    state.join_ring_ = join_ring_.data();
    return state;
  }
  /// `served`: at least one query went through since `take`.
  void put_back(const State& state, bool served) {
    state_ = state;
    served_ = served_ || served;
  }

  /// Moves the base forward by `shift`; bounds before the new base become it. Edges passed over stay owed until it is known whether another
  /// query comes (2.2: the edges after the last query are `input_empty`).
  void rebase(RelTime shift) {
    const RelTime credit = join_ring_[state_.join_slot_];
    for (std::size_t l = 0; l < kWidth; ++l) {
      const RelTime free = state_.free_[l];
      if (free >= shift) continue;
      const RelTime held = std::clamp(credit, free, shift);
      owed_[l].output_full += held - free;
      owed_[l].input_empty += shift - held;
    }
    move_row(state_.free_, shift);
    move_row(state_.next_front_, shift);
    for (Row& row : front_ring_) move_row(row, shift);
    for (Row& row : issue_ring_) move_row(row, shift);
    for (RelTime& t : join_ring_) t = moved(t, shift);
    served_ = false;
  }

  /// Adds what is settled since the last call to `totals`, one entry per lane in use.
  void take_waits(std::span<LaneWaits> totals) {
    for (std::size_t l = 0; l < totals.size(); ++l) {
      totals[l].output_full += state_.output_full_[l] + (served_ ? owed_[l].output_full : 0);
      totals[l].input_empty += state_.input_empty_[l] + (served_ ? owed_[l].input_empty : 0);
      if (served_) owed_[l] = {};
    }
    state_.output_full_ = {};
    state_.input_empty_ = {};
  }

  /// Charges everything up to `end` after the last query of the run. `end` is not before any lane's last service.
  void finish(RelTime end, std::span<LaneWaits> totals) {
    take_waits(totals);
    for (std::size_t l = 0; l < totals.size(); ++l) {
      totals[l].input_empty += owed_[l].output_full + owed_[l].input_empty + (end - state_.free_[l]);
      owed_[l] = {};
      state_.free_.set(l, end);
    }
  }

 private:
  static RelTime moved(RelTime t, RelTime shift) { return t > shift ? t - shift : 0; }
  static void move_row(Row& row, RelTime shift) {
    for (std::size_t l = 0; l < kWidth; ++l) row.set(l, moved(row[l], shift));
  }

  State state_;
  std::vector<Row> front_ring_;
  std::vector<Row> issue_ring_;
  std::vector<RelTime> join_ring_;
  std::array<LaneWaits, kWidth> owed_{};
  bool served_ = false;
};

}  // namespace ngpcsim::models
