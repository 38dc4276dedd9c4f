#include "tests/system/slow_pipeline.h"

#include <algorithm>

namespace ngpcsim {
namespace {

/// The bound that an earlier query sets, `back` queries before number `i`; none when there is no such query.
std::uint64_t bound(const std::vector<std::uint64_t>& edges, std::size_t i, std::uint64_t back, std::uint64_t plus) { return i >= back ? edges[i - back] + plus : 0; }

}  // namespace

void SlowPipeline::enter(std::uint64_t valid, const std::vector<std::uint64_t>& services, bool ends_batch) {
  const std::size_t i = accept_.size();
  const std::uint64_t offer = std::max(valid, bound(accept_, i, 1, 1));
  std::uint64_t accept = 0, out = 0;
  const auto enter = [&](Lane& lane, const SlowLane& p, std::uint64_t groups, std::uint64_t service) {
    accept = std::max(accept, enter_lane(lane, p, i, groups, offer, service));
    out = std::max(out, lane.issue.back() + service - 1 + p.back_latency);
  };
  for (std::size_t l = 0; l < s_.lanes.size(); ++l) enter(lanes_[i % s_.groups * s_.lanes.size() + l], s_.lanes[l], s_.groups, services[l]);
  if (s_.direction) enter(lanes_.back(), s_.direction->lane, 1, services.back());
  accept_.push_back(accept);
  join_.push_back(std::max({out, bound(join_, i, 1, 1), bound(steps_[0], i, s_.feature_buffer, 1)}));
  if (!started_) weights_ = s_.load_cycles[0];
  started_ = true;
  steps_[0].push_back(take_step(0, i, join_[i] + 1));
  if (ends_batch || i + 1 - tile_first_ == s_.tile) close_tile();
}

/// Every `groups`-th query goes through the lane.
std::uint64_t SlowPipeline::enter_lane(Lane& lane, const SlowLane& p, std::size_t i, std::uint64_t groups, std::uint64_t offer, std::uint64_t service) {
  const std::size_t k = i / groups;
  const std::uint64_t push = std::max(offer, bound(lane.front, k, p.input_depth, 1));
  const std::uint64_t front = std::max({push + 1, bound(lane.front, k, 1, p.passes), bound(lane.issue, k, p.index_depth, 1)});
  const std::uint64_t free = k > 0 ? lane.issue[k - 1] + lane.service[k - 1] : 0;
  const std::uint64_t credit = bound(join_, i, p.output_depth * groups, 1);  // by the lane's own query Do before
  const std::uint64_t issue = std::max({front + p.front_latency, free, credit});
  lane.front.push_back(front);
  lane.issue.push_back(issue);
  lane.service.push_back(service);
  lane.output_full.push_back(credit > free ? credit - free : 0);
  lane.input_empty.push_back(issue - std::max(free, credit));
  return push;
}

/// One query a step.
std::uint64_t SlowPipeline::take_step(std::size_t phase, std::size_t query, std::uint64_t at_least) {
  const bool last_phase = phase + 1 == s_.load_cycles.size();
  std::uint64_t step = std::max(at_least, next_step_);
  if (query == tile_first_) step = std::max(step, weights_);
  if (last_phase) step = std::max(step, bound(pop_, query, s_.output_depth, 1));
  next_step_ = step + 1;
  if (last_phase) pop_.push_back(std::max(step + s_.latency, bound(pop_, query, 1, 1)));
  return step;
}

void SlowPipeline::close_tile() {
  const std::size_t end = accept_.size(), phases = steps_.size();
  for (std::size_t p = 0; p < phases; ++p) {
    if (p > 0)
      for (std::size_t q = tile_first_; q < end; ++q) steps_[p].push_back(take_step(p, q, steps_[p - 1][q] + s_.latency));
    if (phases == 1) continue;  // its weights stay
    weights_ = (s_.double_buffering ? steps_[p][tile_first_] : steps_[p][end - 1]) + 1 + s_.load_cycles[(p + 1) % phases];
  }
  tile_first_ = end;
}

}  // namespace ngpcsim
