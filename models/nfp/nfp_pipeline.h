#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "models/common/lane_bank.h"
#include "models/common/overlap_bank.h"
#include "models/mlp_engine/mlp_timing.h"
#include "models/nfp/geometry.h"
#include "models/nfp/pipeline_span.h"
#include "sim/channel/slot_ring.h"
#include "sim/base/error.h"

namespace ngpcsim::models {

/// Services of consecutive queries: `engine[i * stride + lane]` for the lanes of the group that serves query i, `direction[i]` for the direction
/// lane (ignored without one). `stride` is the width of the pipeline; elements beyond the lanes are 0 and at the pipeline's disposal. Where engines overlap passes
/// it is their accesses that count, `accesses[i * levels + level]`, and services of engines are not looked at.
struct ServiceBlock {
  std::uint16_t* engine = nullptr;
  const PassAccesses* accesses = nullptr;
  const std::uint16_t* direction = nullptr;
  std::uint32_t queries = 0;
  bool ends_batch = false;  ///< the last of these queries is the last of its batch
};

/// Input side that always offers: a chunk that lies in the DMA's buffer.
struct AlwaysValid {
  [[nodiscard]] std::uint64_t next(std::uint64_t edge) const { return edge; }
};

/// Output side that always takes: a chunk whose output buffer is reserved.
struct AlwaysReady {
  static constexpr bool kAlways = true;
  [[nodiscard]] std::uint64_t next(std::uint64_t edge) const { return edge; }
};

/// Watches nothing, at no cost. Observers that record set `kRecords`.
struct NoObserver {
  static constexpr bool kRecords = false;
  void accept(std::uint64_t, std::uint64_t) {}
  /// Lanes 0 .. lanes-1 are engines of the query's group; lane == lanes is the direction encoder.
  void lane(std::uint64_t, std::uint32_t, std::uint64_t, std::uint64_t, std::uint64_t) {}
  void join(std::uint64_t, std::uint64_t) {}
  void step(std::size_t, std::uint64_t, std::uint32_t, std::uint64_t) {}
  void pop(std::uint64_t, std::uint64_t) {}
  void pops(std::uint64_t, std::uint64_t, std::uint64_t) {}
};

/// Time of one NFP from its input port to its output port (docs/timing.md, section 2), query by query in topological order. `kWidth` is
/// the number of lanes of a group rounded up to a multiple of 8. Values and addresses are somebody else's business:
/// the pipeline sees services only. `Bank` is what the lanes of a group are: OverlapBank where passes overlap at the banks.
///
/// `Valid::next(edge)` and `Ready::next(edge)` give the first edge at or after `edge` at which the input offers and the output takes;
/// they must be functions of the edge alone.
template <std::uint32_t kWidth, class Bank = LaneBank<kWidth>>
class NfpPipeline {
 public:
  static constexpr std::uint32_t kStride = kWidth;

  explicit NfpPipeline(const NfpGeometry& geometry)
      : g_(geometry),
        direction_shares_bank_(fits_one_bank(geometry)),
        levels_(std::accumulate(geometry.lane_passes.begin(), geometry.lane_passes.end(), std::size_t{0})),
        direction_(geometry.direction, std::array{direction_kind(geometry)}),
        mlp_(geometry.mlp),
        features_(geometry.feature_buffer),
        lanes_per_bank_(geometry.lanes() + (direction_shares_bank_ ? 1 : 0)),
        bank_waits_(std::size_t{geometry.groups} * lanes_per_bank_),
        direction_waits_(1) {
    check(geometry.lanes() <= kWidth, "{} lanes do not fit a pipeline of width {}", geometry.lanes(), kWidth);
    check(geometry.overlaps() <= Bank::kOverlaps, "a pipeline of lanes that do not overlap passes, for a window of {}", geometry.banks.window);
    std::vector<LaneKind> lanes;
    for (const std::uint32_t passes : geometry.lane_passes) lanes.push_back({passes, geometry.engine.front_latency, geometry.engine.back_latency});
    if (direction_shares_bank_) lanes.push_back(direction_kind(geometry));
    for (std::uint32_t r = 0; r < geometry.groups; ++r) add_group(lanes);
  }

  /// Runs `block` through the pipeline; its first query is offered not before `offer`.
  template <class Valid, class Ready, class Observer>
  [[gnu::always_inline]] void run(const ServiceBlock& block, std::uint64_t offer, Valid& valid, Ready& ready, Observer& observer) {
    next_offer_ = std::max(next_offer_, offer);
    if (direction_shares_bank_)
      for (std::uint32_t i = 0; i < block.queries; ++i) block.engine[std::size_t{i} * kWidth + g_.lanes()] = block.direction[i];
    if (next_offer_ - base_ > kRebaseAfter) rebase(next_offer_ - base_);
    for (std::uint32_t first = 0; first < block.queries;) {
      const std::uint32_t count = std::min(encode_ahead(), block.queries - first);
      encode(block, first, count, valid, observer);
      first += count;
      mlp_.enter({joined_.data(), count}, block.ends_batch && first == block.queries, ready, observer, features_);
    }
    settle();
  }

  /// Ends the run at edge `end`: the remaining edges of every unit are charged.
  void finish(std::uint64_t end) {
    if (end - base_ > kRebaseAfter) rebase(end - base_);
    const auto last = static_cast<RelTime>(end - base_);
    for (std::uint32_t r = 0; r < g_.groups; ++r) groups_[r].finish(last, group_waits(r));
    direction_.finish(last, direction_waits_);
    mlp_.finish(end);
  }

  [[nodiscard]] std::uint64_t queries() const { return queries_; }
  [[nodiscard]] std::uint64_t last_accept() const { return next_offer_ - 1; }
  [[nodiscard]] std::uint64_t popped() const { return mlp_.popped(); }
  /// Of the queries so far, of which there is at least one.
  [[nodiscard]] PipelineSpan span() const { return {first_accept_, first_join_, next_join_ - 1, mlp_.first_pop(), mlp_.last_pop()}; }
  [[nodiscard]] std::uint64_t weight_load_cycles() const { return mlp_.load_cycles(); }
  [[nodiscard]] const MlpAccount& mlp_account() const { return mlp_.account(); }
  /// One entry per engine lane, group by group.
  [[nodiscard]] std::span<const LaneWaits> engine_waits() const { return std::span(bank_waits_).first(std::size_t{g_.groups} * g_.lanes()); }
  [[nodiscard]] const LaneWaits& direction_waits() const { return direction_shares_bank_ ? bank_waits_.back() : direction_waits_[0]; }

 private:
  static constexpr std::uint32_t kAhead = 64;
  /// Relative times stay far below 2^32: a block of queries adds less than 2^30 edges.
  static constexpr std::uint64_t kRebaseAfter = std::uint64_t{1} << 30;

  void add_group(std::span<const LaneKind> lanes) {
    if constexpr (Bank::kOverlaps) groups_.emplace_back(g_.engine, lanes, g_.banks);
    else groups_.emplace_back(g_.engine, lanes);
  }

  /// With one group and queues of the same depths the direction encoder is one more lane of the engines' bank; otherwise it has a bank of its own.
  static bool fits_one_bank(const NfpGeometry& g) {
    return !Bank::kOverlaps && g.has_direction_lane && g.groups == 1 && g.lanes() < kWidth && g.direction.input_depth == g.engine.input_depth &&
           g.direction.index_depth == g.engine.index_depth && g.direction.output_depth == g.engine.output_depth;
  }
  static LaneKind direction_kind(const NfpGeometry& g) { return {1, g.direction.front_latency, g.direction.back_latency}; }

  /// How many queries may be joined before the MLP engine is asked when it reads them: each needs the place in the feature buffer of a query that is
  /// certainly read by then, the last ones of an unfinished step not being so.
  [[nodiscard]] std::uint32_t encode_ahead() const { return std::min(kAhead, g_.feature_buffer - (g_.mlp.phases[0].pack - 1)); }

  /// Joins queries `first .. first + count` of the block; their edges are in `joined_`.
  template <class Valid, class Observer>
  [[gnu::always_inline]] void encode(const ServiceBlock& block, std::uint32_t first, std::uint32_t count, Valid& valid, Observer& observer) {
    if (direction_shares_bank_) {
      typename Bank::State group = groups_[0].take();
      for (std::uint32_t i = 0; i < count; ++i) joined_[i] = encode_one<false>(group, nullptr, block, first + i, valid, observer);
      groups_[0].put_back(group, count > 0);
      return;
    }
    typename LaneBank<1>::State direction = direction_.take();
    for (std::uint32_t i = 0; i < count; ++i) {
      Bank& bank = groups_[group_];
      typename Bank::State group = bank.take();
      joined_[i] = encode_one<true>(group, &direction, block, first + i, valid, observer);
      bank.put_back(group, true);
      group_ = group_ + 1 == g_.groups ? 0 : group_ + 1;
    }
    direction_.put_back(direction, count > 0);
  }

  [[nodiscard]] const typename Bank::Work* work_of(const ServiceBlock& block, std::uint32_t i) const {
    if constexpr (Bank::kOverlaps) return block.accesses + std::size_t{i} * levels_;
    else return block.engine + std::size_t{i} * kWidth;
  }

  /// `kSeparate`: the direction encoder, if there is one, has a bank of its own.
  template <bool kSeparate, class Valid, class Observer>
  [[gnu::always_inline]] std::uint64_t encode_one(typename Bank::State& group, typename LaneBank<1>::State* direction, const ServiceBlock& block,
                                                  std::uint32_t i, Valid& valid, Observer& observer) {
    constexpr bool kTrace = Observer::kRecords;
    typename Bank::Trace group_trace;
    typename LaneBank<1>::State::Trace direction_trace;
    const auto offer = static_cast<RelTime>(valid.next(next_offer_) - base_);
    RelTime accept = group.push(offer);
    RelTime out = group.template issue<kTrace>(work_of(block, i), &group_trace);
    if constexpr (kSeparate) {
      if (g_.has_direction_lane) {
        accept = std::max(accept, direction->push(offer));
        out = std::max(out, direction->template issue<kTrace>(block.direction + i, &direction_trace));
      }
    }
    const std::uint64_t joined = std::max({base_ + out, next_join_, features_.writable()});
    features_.push();
    group.join(static_cast<RelTime>(joined - base_));
    if constexpr (kSeparate) direction->join(static_cast<RelTime>(joined - base_));
    if constexpr (kTrace) report<kSeparate>(group_trace, direction_trace, base_ + accept, joined, observer);
    if (queries_ == 0) {
      first_accept_ = base_ + accept;
      first_join_ = joined;
    }
    next_offer_ = base_ + accept + 1;
    next_join_ = joined + 1;
    ++queries_;
    return joined;
  }

  template <bool kSeparate, class GroupTrace, class DirectionTrace, class Observer>
  void report(const GroupTrace& group, const DirectionTrace& direction, std::uint64_t accept, std::uint64_t joined, Observer& observer) const {
    observer.accept(queries_, accept);
    for (std::uint32_t l = 0; l < g_.lanes(); ++l) observer.lane(queries_, l, base_ + group.push[l], base_ + group.front[l], base_ + group.issue[l]);
    if (kSeparate && g_.has_direction_lane)
      observer.lane(queries_, g_.lanes(), base_ + direction.push[0], base_ + direction.front[0], base_ + direction.issue[0]);
    if (!kSeparate) observer.lane(queries_, g_.lanes(), base_ + group.push[g_.lanes()], base_ + group.front[g_.lanes()], base_ + group.issue[g_.lanes()]);
    observer.join(queries_, joined);
  }

  void rebase(std::uint64_t distance) {
    while (distance > 0) {
      const auto shift = static_cast<RelTime>(std::min(distance, kRebaseAfter));
      for (Bank& group : groups_) group.rebase(shift);
      direction_.rebase(shift);
      base_ += shift;
      distance -= shift;
    }
  }

  void settle() {
    for (std::uint32_t r = 0; r < g_.groups; ++r) groups_[r].take_waits(group_waits(r));
    direction_.take_waits(direction_waits_);
  }

  [[nodiscard]] std::span<LaneWaits> group_waits(std::uint32_t r) {
    return std::span(bank_waits_).subspan(std::size_t{r} * lanes_per_bank_, lanes_per_bank_);
  }

  NfpGeometry g_;
  bool direction_shares_bank_;
  std::size_t levels_;  ///< of the network
  std::vector<Bank> groups_;
  LaneBank<1> direction_;
  MlpTiming mlp_;
  SlotRing features_;                       ///< the feature buffer
  std::array<std::uint64_t, kAhead> joined_{};
  std::uint32_t lanes_per_bank_;
  std::vector<LaneWaits> bank_waits_;
  std::vector<LaneWaits> direction_waits_;
  std::uint64_t base_ = 0;
  std::uint64_t next_offer_ = 0, next_join_ = 0, queries_ = 0;
  std::uint64_t first_accept_ = 0, first_join_ = 0;
  std::uint32_t group_ = 0;
};

}  // namespace ngpcsim::models
