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

/// Sizes of one lane behind the fork. Lanes of one kind share everything but their passes.
struct LaneGeometry {
  std::uint32_t input_depth = 4;
  std::uint32_t index_depth = 8;
  std::uint32_t output_depth = 16;
  std::uint32_t front_latency = 4;
  std::uint32_t back_latency = 5;
};

/// Times inside a lane bank are edges relative to a base that moves with the run, so that eight lanes fit a vector register.
using RelTime = std::uint32_t;

/// Where the waiting edges of one lane's issue stage went (docs/timing.md, 2.2). Busy and conflict edges follow from the
/// services and are counted where those are computed.
struct LaneWaits {
  std::uint64_t output_full = 0;
  std::uint64_t input_empty = 0;
};

/// Lanes between the fork and the join, in lock step over their queries: the recurrences of docs/timing.md, section 2, one vector
/// element per lane. Elements beyond the lanes in use mirror a lane with one pass and no service, which never decides a maximum.
/// What is stored of an earlier query is the bound it sets, so a bound before the base may be clamped to it.
template <std::uint32_t kWidth>
class LaneBank {
 public:
  LaneBank(const LaneGeometry& geometry, std::span<const std::uint32_t> passes) : geometry_(geometry) {
    for (std::size_t l = 0; l < kWidth; ++l) passes_.set(l, l < passes.size() ? passes[l] : 1);
    front_ring_.resize(geometry.input_depth);
    issue_ring_.resize(geometry.index_depth);
    join_ring_.assign(geometry.output_depth, 0);
  }

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
  [[gnu::always_inline]] RelTime issue(const std::uint16_t* service) {
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
      Part begin = front + geometry_.front_latency;
      raise(begin, free);
      Part taken;
      widen(taken, service + n * 8);
      output_full_.part(n) += free - free_.part(n);
      input_empty_.part(n) += begin - free;
      front_.part(n) = front;
      issue_.part(n) = begin;
      next_front_.part(n) = front + passes_.part(n);
      front_slot.part(n) = front + 1;
      issue_slot.part(n) = begin + 1;
      free_.part(n) = begin + taken;
      raise(last, free_.part(n));
    }
    front_slot_ = front_slot_ + 1 == geometry_.input_depth ? 0 : front_slot_ + 1;
    issue_slot_ = issue_slot_ + 1 == geometry_.index_depth ? 0 : issue_slot_ + 1;
    return largest(last) - 1 + geometry_.back_latency;
  }

  /// The join took the query issued last.
  [[gnu::always_inline]] void join(RelTime at) {
    join_ring_[join_slot_] = at + 1;
    join_slot_ = join_slot_ + 1 == geometry_.output_depth ? 0 : join_slot_ + 1;
    served_ = true;
  }

  /// Moves the base forward by `shift`. Edges passed over stay owed until it is known whether another query comes (2.2: the edges
  /// after the last query are `input_empty`).
  void rebase(RelTime shift) {
    const RelTime credit = join_ring_[join_slot_];
    for (std::size_t l = 0; l < kWidth; ++l) {
      const RelTime free = free_[l];
      if (free >= shift) continue;
      const RelTime held = std::clamp(credit, free, shift);
      owed_[l].output_full += held - free;
      owed_[l].input_empty += shift - held;
    }
    move_row(free_, shift);
    move_row(next_front_, shift);
    for (Row& row : front_ring_) move_row(row, shift);
    for (Row& row : issue_ring_) move_row(row, shift);
    for (RelTime& t : join_ring_) t = moved(t, shift);
    served_ = false;
  }

  /// Adds what is settled since the last call to `totals`, one entry per lane in use.
  void take_waits(std::span<LaneWaits> totals) {
    for (std::size_t l = 0; l < totals.size(); ++l) {
      totals[l].output_full += output_full_[l] + (served_ ? owed_[l].output_full : 0);
      totals[l].input_empty += input_empty_[l] + (served_ ? owed_[l].input_empty : 0);
      if (served_) owed_[l] = {};
    }
    output_full_ = {};
    input_empty_ = {};
  }

  /// Charges everything up to `end` after the last query of the run. `end` is not before any lane's last service.
  void finish(RelTime end, std::span<LaneWaits> totals) {
    take_waits(totals);
    for (std::size_t l = 0; l < totals.size(); ++l) {
      totals[l].input_empty += owed_[l].output_full + owed_[l].input_empty + (end - free_[l]);
      owed_[l] = {};
      free_.set(l, end);
    }
  }

  // What happened to the query handled last, for observers.
  [[nodiscard]] RelTime pushed(std::uint32_t lane) const { return push_[lane]; }
  [[nodiscard]] RelTime fronted(std::uint32_t lane) const { return front_[lane]; }
  [[nodiscard]] RelTime issued(std::uint32_t lane) const { return issue_[lane]; }

 private:
  using Row = LaneRow<kWidth>;
  using Part = std::remove_cvref_t<decltype(std::declval<Row&>().part(0))>;

  static RelTime moved(RelTime t, RelTime shift) { return t > shift ? t - shift : 0; }
  static void move_row(Row& row, RelTime shift) {
    for (std::size_t l = 0; l < kWidth; ++l) row.set(l, moved(row[l], shift));
  }

  LaneGeometry geometry_;
  Row passes_, push_, front_, issue_, next_front_, free_, output_full_, input_empty_;
  std::vector<Row> front_ring_;  ///< edges at which a place of the input queue is writable again
  std::vector<Row> issue_ring_;  ///< the same of the index queue
  std::vector<RelTime> join_ring_;
  std::array<LaneWaits, kWidth> owed_{};
  std::uint32_t front_slot_ = 0, issue_slot_ = 0, join_slot_ = 0;
  bool served_ = false;
};

}  // namespace ngpcsim::models
