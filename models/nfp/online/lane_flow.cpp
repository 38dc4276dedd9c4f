#include "models/nfp/online/lane_flow.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "sim/base/error.h"

namespace ngpcsim::models::online {
namespace {

/// A query inside holds a place of one of the three queues; the recurrences look back by the depth of one more.
[[nodiscard]] std::size_t places_for(const LaneGeometry& g) {
  return std::bit_ceil(std::size_t{g.input_depth} + g.index_depth + g.output_depth + std::max({g.input_depth, g.index_depth, g.output_depth}) + 1);
}

}  // namespace

LaneFlow::LaneFlow(const LaneGeometry& geometry, std::uint32_t passes, std::uint32_t busy_per_pass)
    : geometry_(geometry), passes_(passes), busy_per_pass_(busy_per_pass), queries_(places_for(geometry)), cycles_(queries_.size() * passes) {}

void LaneFlow::clock(std::span<const std::uint16_t> pushed, bool taken) {
  check(pushed.empty() || ready(), "a query pushed into a lane that is not ready");
  check(!taken || valid(), "a query taken from a lane that has none");
  happen();
  if (!pushed.empty()) push(pushed);
  if (taken) at(taken_++).join = edge_;
  if (!pushed.empty() || taken) {
    for (bool more = true; more;) {
      more = time_front();
      more = time_issue() || more;
    }
  }
  ++edge_;
}

/// What was worked out before and lies at this edge.
void LaneFlow::happen() {
  events_.front = fronted_ < entered_ && at(fronted_).front == edge_;
  events_.issue = issued_ < timed_ && at(issued_).issue == edge_;
  if (events_.front) ++fronted_;
  if (events_.issue) {
    charge_wait();
    ++issued_;
  }
}

/// The service of the query issued before and the wait behind it.
void LaneFlow::charge_wait() {
  std::uint64_t free = 0;
  if (issued_ > 0) {
    const Query& before = at(issued_ - 1);
    const std::uint64_t busy = std::uint64_t{passes_} * busy_per_pass_;
    count_.busy += busy;
    count_.conflict += before.free - before.issue - busy;
    free = before.free;
  }
  const std::uint64_t credit = issued_ >= geometry_.output_depth ? at(issued_ - geometry_.output_depth).join + 1 : 0;
  count_.output_full += credit > free ? credit - free : 0;
  count_.input_empty += edge_ - std::max(free, credit);
}

void LaneFlow::push(std::span<const std::uint16_t> pass_cycles) {
  check(pass_cycles.size() == passes_, "{} passes for a lane of {}", pass_cycles.size(), passes_);
  at(pushed_).push = edge_;
  std::copy(pass_cycles.begin(), pass_cycles.end(), cycles_.begin() + static_cast<std::ptrdiff_t>(place(pushed_) * passes_));
  ++pushed_;
}

bool LaneFlow::time_front() {
  const std::uint64_t k = entered_;
  if (k == pushed_ || (k >= geometry_.index_depth && k - geometry_.index_depth >= timed_)) return false;
  std::uint64_t front = at(k).push + 1;
  if (k > 0) front = std::max(front, at(k - 1).front + passes_);
  if (k >= geometry_.index_depth) front = std::max(front, at(k - geometry_.index_depth).issue + 1);
  at(k).front = front;
  ++entered_;
  return true;
}

bool LaneFlow::time_issue() {
  const std::uint64_t k = timed_;
  if (k == entered_ || (k >= geometry_.output_depth && k - geometry_.output_depth >= taken_)) return false;
  std::uint64_t issue = at(k).front + geometry_.front_latency;
  if (k > 0) issue = std::max(issue, at(k - 1).free);
  if (k >= geometry_.output_depth) issue = std::max(issue, at(k - geometry_.output_depth).join + 1);
  const std::span<const std::uint16_t> service = cycles(k);
  at(k).issue = issue;
  at(k).free = std::accumulate(service.begin(), service.end(), issue);
  ++timed_;
  return true;
}

LaneCount LaneFlow::count() const {
  LaneCount count = count_;
  count.queries = issued_;
  std::uint64_t rest = issued_ > 0 ? edge_ - at(issued_ - 1).issue : edge_;
  if (issued_ > 0) {
    for (const std::uint64_t pass : cycles(issued_ - 1)) {
      const std::uint64_t spent = std::min(rest, pass), busy = std::min<std::uint64_t>(spent, busy_per_pass_);
      count.busy += busy;
      count.conflict += spent - busy;
      rest -= spent;
    }
  }
  count.input_empty += rest;
  return count;
}

std::uint32_t LaneFlow::passes_begun() const {
  if (issued_ == 0) return 0;
  std::uint64_t begin = at(issued_ - 1).issue;
  std::uint32_t begun = 0;
  for (const std::uint64_t pass : cycles(issued_ - 1)) {
    if (begin >= edge_) break;
    ++begun;
    begin += pass;
  }
  return begun;
}

}  // namespace ngpcsim::models::online
