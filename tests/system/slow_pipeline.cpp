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
  for (std::size_t l = 0; l < lanes_.size(); ++l) {
    Lane& lane = lanes_[l];
    const SlowLane& p = s_.lanes[l];
    const std::uint64_t push = std::max(offer, bound(lane.front, i, p.input_depth, 1));
    const std::uint64_t front = std::max({push + 1, bound(lane.front, i, 1, p.passes), bound(lane.issue, i, p.index_depth, 1)});
    const std::uint64_t free = i > 0 ? lane.issue[i - 1] + lane.service[i - 1] : 0;
    const std::uint64_t issue = std::max({front + p.front_latency, free, bound(join_, i, p.output_depth, 1)});
    lane.front.push_back(front);
    lane.issue.push_back(issue);
    lane.service.push_back(services[l]);
    accept = std::max(accept, push);
    out = std::max(out, issue + services[l] - 1 + p.back_latency);
  }
  accept_.push_back(accept);
  join_.push_back(std::max({out, bound(join_, i, 1, 1), bound(steps_[0], i, s_.feature_buffer, 1)}));
  if (!started_) weights_ = s_.load_cycles[0];
  started_ = true;
  steps_[0].push_back(take_step(0, i, join_[i] + 1));
  if (ends_batch || i + 1 - tile_first_ == s_.tile) close_tile();
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
