#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "models/common/bank_window.h"
#include "models/common/lane_bank.h"

namespace ngpcsim::models {

/// What LaneBank is, for lanes whose grid SRAMs overlap passes (docs/timing.md, 2.1.1). Lane l makes its passes p = 0, 1, ... in turn; the accesses of a query are
/// those of its levels in order, pass p of lane l being level p x lanes + l. Times inside are edges from edge 0, so moving the base costs nothing.
class OverlapBank {
 public:
  static constexpr bool kOverlaps = true;
  static constexpr std::size_t kMaxLanes = 64;
  using Work = PassAccesses;

  struct Trace {
    std::array<RelTime, kMaxLanes> push, front, issue;
  };

  /// The bank itself under the name of LaneBank's copy to work on.
  class State {
   public:
    explicit State(OverlapBank& bank) : bank_(&bank) {}
    RelTime push(RelTime offer) { return bank_->push(offer); }
    template <bool kTrace>
    [[gnu::always_inline]] RelTime issue(const PassAccesses* accesses, Trace* trace) {
      return bank_->issue<kTrace>(accesses, trace);
    }
    void join(RelTime at) { bank_->join(at); }

   private:
    OverlapBank* bank_;
  };

  OverlapBank(const LaneGeometry& depths, std::span<const LaneKind> lanes, const BankGeometry& banks)
      : beats_(banks.beats),
        front_ring_(depths.input_depth * lanes.size()),
        issue_ring_(depths.index_depth * lanes.size()),
        join_ring_(depths.output_depth) {
    for (const LaneKind& kind : lanes) lanes_.emplace_back(kind, banks);
  }

  [[nodiscard]] State take() { return State(*this); }
  void put_back(const State&, bool) {}
  void rebase(RelTime shift) { base_ += shift; }

  void take_waits(std::span<LaneWaits> totals) {
    for (std::size_t l = 0; l < totals.size(); ++l) {
      totals[l].output_full += lanes_[l].waits.output_full;
      totals[l].input_empty += lanes_[l].waits.input_empty;
      totals[l].conflict += lanes_[l].waits.conflict;
      lanes_[l].waits = {};
    }
  }

  void finish(RelTime end, std::span<LaneWaits> totals) {
    take_waits(totals);
    for (std::size_t l = 0; l < totals.size(); ++l) totals[l].input_empty += base_ + end - lanes_[l].window.free();
  }

 private:
  struct Lane {
    Lane(const LaneKind& of, const BankGeometry& banks) : kind(of), window(banks) {}
    LaneKind kind;
    BankWindow window;
    std::uint64_t pushed = 0, next_front = 0;
    LaneWaits waits;
  };

  RelTime push(RelTime offer) {
    const std::uint64_t* const freed = front_ring_.data() + front_slot_ * lanes_.size();
    std::uint64_t last = base_ + offer;
    for (std::size_t l = 0; l < lanes_.size(); ++l) {
      lanes_[l].pushed = std::max(base_ + offer, freed[l]);
      last = std::max(last, freed[l]);
    }
    return static_cast<RelTime>(last - base_);
  }

  template <bool kTrace>
  [[gnu::always_inline]] RelTime issue(const PassAccesses* accesses, Trace* trace) {
    const std::size_t count = lanes_.size();
    std::uint64_t* const front_slot = front_ring_.data() + front_slot_ * count;
    std::uint64_t* const issue_slot = issue_ring_.data() + issue_slot_ * count;
    const std::uint64_t credit = join_ring_[join_slot_];
    std::uint64_t out = 0;
    for (std::size_t l = 0; l < count; ++l) {
      Lane& lane = lanes_[l];
      const std::uint64_t front = std::max({lane.pushed + 1, lane.next_front, issue_slot[l]});
      const std::uint64_t there = front + lane.kind.front_latency;
      const std::uint64_t free = lane.window.free();
      const BankWindow::Pass first = lane.window.enter(std::max(there, credit), accesses[l]);
      for (std::uint32_t pass = 1; pass < lane.kind.passes; ++pass) static_cast<void>(lane.window.enter(there + pass, accesses[pass * count + l]));
      lane.waits.output_full += std::max(credit, free) - free;
      lane.waits.input_empty += first.head - std::max(free, credit);
      lane.waits.conflict += lane.window.free() - first.head - lane.kind.passes * beats_;
      lane.next_front = front + lane.kind.passes;
      front_slot[l] = front + 1;
      issue_slot[l] = first.issue + 1;
      out = std::max(out, lane.window.free() - 1 + lane.kind.back_latency);
      if constexpr (kTrace) {
        trace->push[l] = static_cast<RelTime>(lane.pushed - base_);
        trace->front[l] = static_cast<RelTime>(front - base_);
        trace->issue[l] = static_cast<RelTime>(first.issue - base_);
      }
    }
    front_slot_ = (front_slot_ + 1) * count == front_ring_.size() ? 0 : front_slot_ + 1;
    issue_slot_ = (issue_slot_ + 1) * count == issue_ring_.size() ? 0 : issue_slot_ + 1;
    return static_cast<RelTime>(out - base_);
  }

  void join(RelTime at) {
    join_ring_[join_slot_] = base_ + at + 1;
    join_slot_ = join_slot_ + 1 == join_ring_.size() ? 0 : join_slot_ + 1;
  }

  std::uint64_t beats_;
  std::vector<Lane> lanes_;
  std::vector<std::uint64_t> front_ring_, issue_ring_;  ///< by slot and lane: edges at which a place is writable again
  std::vector<std::uint64_t> join_ring_;                ///< by slot
  std::size_t front_slot_ = 0, issue_slot_ = 0, join_slot_ = 0;
  std::uint64_t base_ = 0;
};

}  // namespace ngpcsim::models
