#pragma once
#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "models/common/lane_bank.h"
#include "models/mlp_engine/mlp_timing.h"
#include "models/nfp/geometry.h"
#include "sim/base/error.h"

namespace ngpcsim::models {

/// Services of consecutive queries: `engine[i * stride + lane]` for the lanes of the group that serves query i, `direction[i]` for the direction
/// lane (ignored without one). `stride` is the width of the pipeline, elements beyond the lanes are 0.
struct ServiceBlock {
  const std::uint16_t* engine = nullptr;
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

/// The edges between which a pipeline was active.
struct PipelineSpan {
  std::uint64_t first_accept = 0, first_join = 0, last_join = 0, last_pop = 0;
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
/// the pipeline sees services only.
///
/// `Valid::next(edge)` and `Ready::next(edge)` give the first edge at or after `edge` at which the input offers and the output takes;
/// they must be functions of the edge alone.
template <std::uint32_t kWidth>
class NfpPipeline {
 public:
  static constexpr std::uint32_t kStride = kWidth;

  explicit NfpPipeline(const NfpGeometry& geometry)
      : g_(geometry),
        direction_(geometry.direction, {}),
        mlp_(geometry.mlp),
        feature_ring_(geometry.feature_buffer, 0),
        engine_waits_(std::size_t{geometry.groups} * geometry.lanes()),
        direction_waits_(1) {
    check(geometry.lanes() <= kWidth, "{} lanes do not fit a pipeline of width {}", geometry.lanes(), kWidth);
    for (std::uint32_t r = 0; r < geometry.groups; ++r) groups_.emplace_back(geometry.engine, geometry.lane_passes);
  }

  /// Runs `block` through the pipeline; its first query is offered not before `offer`.
  template <class Valid, class Ready, class Observer>
  [[gnu::always_inline]] void run(const ServiceBlock& block, std::uint64_t offer, Valid& valid, Ready& ready, Observer& observer) {
    next_offer_ = std::max(next_offer_, offer);
    if (next_offer_ - base_ > kRebaseAfter) rebase(next_offer_ - base_);
    for (std::uint32_t i = 0; i < block.queries; ++i) {
      const std::uint64_t joined = encode(block, i, valid, observer);
      const bool last = block.ends_batch && i + 1 == block.queries;
      mlp_.enter(joined, last, ready, observer, [this](std::uint32_t count, std::uint64_t step) { free_features(count, step); });
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
  [[nodiscard]] PipelineSpan span() const { return {first_accept_, first_join_, next_join_ - 1, mlp_.last_pop()}; }
  [[nodiscard]] std::uint64_t weight_load_cycles() const { return mlp_.load_cycles(); }
  [[nodiscard]] const MlpAccount& mlp_account() const { return mlp_.account(); }
  /// One entry per engine lane, group by group.
  [[nodiscard]] std::span<const LaneWaits> engine_waits() const { return engine_waits_; }
  [[nodiscard]] const LaneWaits& direction_waits() const { return direction_waits_[0]; }

 private:
  /// Relative times stay far below 2^32: a block of queries adds less than 2^30 edges.
  static constexpr std::uint64_t kRebaseAfter = std::uint64_t{1} << 30;

  template <class Valid, class Observer>
  [[gnu::always_inline]] std::uint64_t encode(const ServiceBlock& block, std::uint32_t i, Valid& valid, Observer& observer) {
    LaneBank<kWidth>& group = groups_[group_];
    const auto offer = static_cast<RelTime>(valid.next(next_offer_) - base_);
    RelTime accept = group.push(offer);
    if (g_.has_direction_lane) accept = std::max(accept, direction_.push(offer));
    RelTime out = group.issue(block.engine + std::size_t{i} * kWidth);
    if (g_.has_direction_lane) out = std::max(out, direction_.issue(block.direction + i));
    const std::uint64_t joined = std::max({base_ + out, next_join_, feature_ring_[feature_in_]});
    feature_in_ = feature_in_ + 1 == g_.feature_buffer ? 0 : feature_in_ + 1;
    group.join(static_cast<RelTime>(joined - base_));
    if (g_.has_direction_lane) direction_.join(static_cast<RelTime>(joined - base_));
    if constexpr (Observer::kRecords) report(group, base_ + accept, joined, observer);
    if (queries_ == 0) {
      first_accept_ = base_ + accept;
      first_join_ = joined;
    }
    next_offer_ = base_ + accept + 1;
    next_join_ = joined + 1;
    group_ = group_ + 1 == g_.groups ? 0 : group_ + 1;
    ++queries_;
    return joined;
  }

  /// The first phase has read `count` more queries: their places in the feature buffer are writable after `step`.
  [[gnu::always_inline]] void free_features(std::uint32_t count, std::uint64_t step) {
    for (; count > 0; --count) {
      feature_ring_[feature_out_] = step + 1;
      feature_out_ = feature_out_ + 1 == g_.feature_buffer ? 0 : feature_out_ + 1;
    }
  }

  template <class Observer>
  void report(const LaneBank<kWidth>& group, std::uint64_t accept, std::uint64_t joined, Observer& observer) const {
    observer.accept(queries_, accept);
    for (std::uint32_t l = 0; l < g_.lanes(); ++l)
      observer.lane(queries_, l, base_ + group.pushed(l), base_ + group.fronted(l), base_ + group.issued(l));
    if (g_.has_direction_lane)
      observer.lane(queries_, g_.lanes(), base_ + direction_.pushed(0), base_ + direction_.fronted(0), base_ + direction_.issued(0));
    observer.join(queries_, joined);
  }

  void rebase(std::uint64_t distance) {
    while (distance > 0) {
      const auto shift = static_cast<RelTime>(std::min(distance, kRebaseAfter));
      for (LaneBank<kWidth>& group : groups_) group.rebase(shift);
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
    return std::span(engine_waits_).subspan(std::size_t{r} * g_.lanes(), g_.lanes());
  }

  NfpGeometry g_;
  std::vector<LaneBank<kWidth>> groups_;
  LaneBank<1> direction_;
  MlpTiming mlp_;
  std::vector<std::uint64_t> feature_ring_;  ///< edges at which a place of the feature buffer is writable again
  std::vector<LaneWaits> engine_waits_;
  std::vector<LaneWaits> direction_waits_;
  std::uint64_t base_ = 0;
  std::uint64_t next_offer_ = 0, next_join_ = 0, queries_ = 0;
  std::uint64_t first_accept_ = 0, first_join_ = 0;
  std::uint32_t group_ = 0, feature_in_ = 0, feature_out_ = 0;
};

}  // namespace ngpcsim::models
