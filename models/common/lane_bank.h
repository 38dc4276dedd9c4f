#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

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
    passes_.fill(1);
    std::copy(passes.begin(), passes.end(), passes_.begin());
    front_ring_.resize(geometry.input_depth);
    issue_ring_.resize(geometry.index_depth);
    join_ring_.assign(geometry.output_depth, 0);
  }

  /// Offers the next query at `offer`: each lane takes it when it can. Returns the edge at which all have.
  [[gnu::always_inline]] RelTime push(RelTime offer) {
    RelTime accept = offer;
    const Row& freed = front_ring_[front_slot_];
    for (std::uint32_t l = 0; l < kWidth; ++l) push_[l] = std::max(offer, freed[l]);
    for (std::uint32_t l = 0; l < kWidth; ++l) accept = std::max(accept, push_[l]);
    return accept;
  }

  /// Moves the query just pushed through front and issue stages; `service` holds the cycles for which each lane's unit is taken.
  /// Returns the first edge at which the join can take it.
  [[gnu::always_inline]] RelTime issue(const std::uint16_t* service) {
    Row& front_slot = front_ring_[front_slot_];
    Row& issue_slot = issue_ring_[issue_slot_];
    const RelTime credit = join_ring_[join_slot_];
    RelTime last = 0;
    for (std::uint32_t l = 0; l < kWidth; ++l) {
      const RelTime front = std::max(std::max(push_[l] + 1, next_front_[l]), issue_slot[l]);
      const RelTime free = std::max(free_[l], credit);
      const RelTime begin = std::max(front + geometry_.front_latency, free);
      output_full_[l] += free - free_[l];
      input_empty_[l] += begin - free;
      front_[l] = front;
      issue_[l] = begin;
      next_front_[l] = front + passes_[l];
      front_slot[l] = front + 1;
      issue_slot[l] = begin + 1;
      free_[l] = begin + service[l];
    }
    for (std::uint32_t l = 0; l < kWidth; ++l) last = std::max(last, free_[l]);
    front_slot_ = front_slot_ + 1 == geometry_.input_depth ? 0 : front_slot_ + 1;
    issue_slot_ = issue_slot_ + 1 == geometry_.index_depth ? 0 : issue_slot_ + 1;
    return last - 1 + geometry_.back_latency;
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
    for (std::uint32_t l = 0; l < kWidth; ++l) {
      if (free_[l] < shift) {
        const RelTime held = std::clamp(credit, free_[l], shift);
        owed_[l].output_full += held - free_[l];
        owed_[l].input_empty += shift - held;
      }
      free_[l] = moved(free_[l], shift);
      next_front_[l] = moved(next_front_[l], shift);
    }
    for (Row& row : front_ring_)
      for (RelTime& t : row) t = moved(t, shift);
    for (Row& row : issue_ring_)
      for (RelTime& t : row) t = moved(t, shift);
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
    output_full_.fill(0);
    input_empty_.fill(0);
  }

  /// Charges everything up to `end` after the last query of the run. `end` is not before any lane's last service.
  void finish(RelTime end, std::span<LaneWaits> totals) {
    take_waits(totals);
    for (std::size_t l = 0; l < totals.size(); ++l) {
      totals[l].input_empty += owed_[l].output_full + owed_[l].input_empty + (end - free_[l]);
      owed_[l] = {};
      free_[l] = end;
    }
  }

  // What happened to the query handled last, for observers.
  [[nodiscard]] RelTime pushed(std::uint32_t lane) const { return push_[lane]; }
  [[nodiscard]] RelTime fronted(std::uint32_t lane) const { return front_[lane]; }
  [[nodiscard]] RelTime issued(std::uint32_t lane) const { return issue_[lane]; }

 private:
  using Row = std::array<RelTime, kWidth>;

  static RelTime moved(RelTime t, RelTime shift) { return t > shift ? t - shift : 0; }

  LaneGeometry geometry_;
  alignas(32) Row passes_{};
  alignas(32) Row push_{}, front_{}, issue_{}, next_front_{}, free_{}, output_full_{}, input_empty_{};
  std::vector<Row> front_ring_;  ///< edges at which a place of the input queue is writable again
  std::vector<Row> issue_ring_;  ///< the same of the index queue
  std::vector<RelTime> join_ring_;
  std::array<LaneWaits, kWidth> owed_{};
  std::uint32_t front_slot_ = 0, issue_slot_ = 0, join_slot_ = 0;
  bool served_ = false;
};

}  // namespace ngpcsim::models
