#include "models/nfp/online/composed_nfp.h"

#include <algorithm>
#include <utility>

#include "sim/base/error.h"

namespace ngpcsim::models::online {
namespace {

/// Queries that have been accepted and not joined lie in the queues of their group, and one may be in the fork.
[[nodiscard]] std::size_t most_inside(const NfpGeometry& g) {
  return std::size_t{g.groups} * (std::size_t{g.engine.input_depth} + g.engine.index_depth + g.engine.output_depth) + 1;
}

}  // namespace

ComposedNfp::ComposedNfp(const NfpModel& model, NfpBlocks blocks)
    : model_(model),
      blocks_(std::move(blocks)),
      groups_(model.placement.groups),
      lanes_(model.placement.lanes()),
      ends_batch_(most_inside(model.geometry)) {
  check(blocks_.engines.size() == groups_ * lanes_ && direction_number() < NfpEvents::kMaxLanes, "{} engine lanes for {} groups of {}", blocks_.engines.size(),
        groups_, lanes_);
  check((blocks_.direction != nullptr) == model.geometry.has_direction_lane && blocks_.mlp != nullptr, "blocks that are not those of the NFP");
  joined_.features.resize(model.levels.size() * model.encoding.features);
}

ComposedNfp::LaneSet ComposedNfp::lanes_of(std::uint64_t query) const {
  LaneSet lanes = ~(~LaneSet{} << lanes_) << first_lane(query);
  if (blocks_.direction) lanes.set(direction_number());
  return lanes;
}

ComposedNfp::LaneSet ComposedNfp::ready_lanes(std::uint64_t query) const {
  LaneSet ready;
  const std::size_t first = first_lane(query);
  for (std::size_t lane = first; lane < first + lanes_; ++lane) ready[lane] = blocks_.engines[lane]->ready();
  if (blocks_.direction) ready[direction_number()] = blocks_.direction->ready();
  return ready;
}

bool ComposedNfp::ready() const { return (lanes_of(accepted_) & ~(done_ | ready_lanes(accepted_))).none(); }

void ComposedNfp::clock(const QueryRecord* offered, bool taken) {
  check(offered != nullptr || done_.none(), "an offer withdrawn that some lanes have taken");
  events_ = {};
  events_.join = can_join();
  if (offered != nullptr) fork(*offered);
  if (events_.join) gather();
  clock_lanes(offered, events_.join ? lanes_of(joins_ - 1) : LaneSet{});
  blocks_.mlp->clock(events_.join ? &joined_ : nullptr, taken);
  events_.mlp = blocks_.mlp->events();
}

void ComposedNfp::fork(const QueryRecord& offered) {
  events_.push = ready_lanes(accepted_) & ~done_;
  done_ |= events_.push;
  if (done_ != lanes_of(accepted_)) return;
  done_.reset();
  ends_batch_[accepted_ % ends_batch_.size()] = offered.last_of_batch ? 1 : 0;
  ++accepted_;
}

bool ComposedNfp::can_join() const {
  if (joins_ == accepted_ || !blocks_.mlp->ready()) return false;
  if (blocks_.direction && !blocks_.direction->valid()) return false;
  const auto first = blocks_.engines.begin() + static_cast<std::ptrdiff_t>(first_lane(joins_));
  return std::all_of(first, first + static_cast<std::ptrdiff_t>(lanes_), [](const auto& lane) { return lane->valid(); });
}

/// Puts the features of lane l, which holds levels l, l + lanes, ..., in order of level.
void ComposedNfp::gather() {
  const std::size_t width = model_.encoding.features;
  for (std::size_t lane = 0; lane < lanes_; ++lane) {
    const std::span<const Fp16> values = blocks_.engines[first_lane(joins_) + lane]->values();
    for (std::size_t pass = 0; pass * width < values.size(); ++pass) {
      const std::size_t level = lane + pass * lanes_;
      std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(pass * width), width, joined_.features.begin() + static_cast<std::ptrdiff_t>(level * width));
    }
  }
  if (blocks_.direction) {
    const std::span<const Fp16> values = blocks_.direction->values();
    std::copy(values.begin(), values.end(), joined_.coefficients.begin());
  }
  joined_.last_of_batch = ends_batch_[joins_ % ends_batch_.size()] != 0;
  ++joins_;
}

void ComposedNfp::clock_lanes(const QueryRecord* offered, const LaneSet& taken) {
  const auto clock = [&](Lane& lane, std::size_t number) {
    lane.clock(events_.push[number] ? offered : nullptr, taken[number]);
    const LaneEvents events = lane.events();
    events_.front[number] = events.front;
    events_.issue[number] = events.issue;
  };
  for (std::size_t lane = 0; lane < blocks_.engines.size(); ++lane) clock(*blocks_.engines[lane], lane);
  if (blocks_.direction) clock(*blocks_.direction, direction_number());
}

void ComposedNfp::tables_loaded() {
  for (const auto& engine : blocks_.engines) engine->tables_loaded();
}

std::vector<LaneCount> ComposedNfp::engine_counts() const {
  std::vector<LaneCount> counts;
  for (const auto& engine : blocks_.engines) counts.push_back(engine->count());
  return counts;
}

std::vector<LevelCounters> ComposedNfp::level_counters() const {
  std::vector<LevelCounters> levels(model_.levels.size());
  for (std::size_t number = 0; number < blocks_.engines.size(); ++number) {
    std::size_t level = number % lanes_;
    for (const LevelCounters& pass : blocks_.engines[number]->level_counters()) {
      levels.at(level) += pass;
      level += lanes_;
    }
  }
  return levels;
}

LaneCount ComposedNfp::direction_count() const { return blocks_.direction ? blocks_.direction->count() : LaneCount{}; }

std::uint64_t ComposedNfp::direction_evaluations() const { return blocks_.direction ? blocks_.direction->evaluations() : 0; }

}  // namespace ngpcsim::models::online
