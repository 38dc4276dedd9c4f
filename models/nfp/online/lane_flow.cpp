#include "models/nfp/online/lane_flow.h"

#include <algorithm>
#include <bit>

#include "sim/base/error.h"

namespace ngpcsim::models::online {
namespace {

/// A query inside holds a place of one of the three queues; the recurrences look back by the depth of one more.
[[nodiscard]] std::size_t places_for(const LaneGeometry& g) {
  return std::bit_ceil(std::size_t{g.input_depth} + g.index_depth + g.output_depth + std::max({g.input_depth, g.index_depth, g.output_depth}) + 1);
}

}  // namespace

LaneFlow::LaneFlow(const LaneGeometry& geometry, std::uint32_t passes, std::uint32_t busy_per_pass)
    : geometry_(geometry),
      passes_(passes),
      busy_per_pass_(busy_per_pass),
      queries_(places_for(geometry)),
      work_(queries_.size() * passes),
      pass_times_(work_.size()) {}

LaneFlow::LaneFlow(const LaneGeometry& geometry, std::uint32_t passes, const BankGeometry& banks) : LaneFlow(geometry, passes, banks.beats) {
  if (banks.window > 1) window_.emplace(banks);
}

void LaneFlow::clock(std::span<const PassWork> pushed, bool taken) {
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
  if (served_ < issued_ && at(served_).free == edge_) charge_served();
  if (events_.issue) {
    charge_wait();
    ++issued_;
  }
}

void LaneFlow::charge_served() {
  const Query& query = at(served_++);
  const std::uint64_t busy = std::uint64_t{passes_} * busy_per_pass_;
  count_.busy += busy;
  count_.conflict += query.free - query.head - busy;
}

/// The wait between the query before and the one that issues now; where passes overlap there may be none.
void LaneFlow::charge_wait() {
  const std::uint64_t free = issued_ > 0 ? at(issued_ - 1).free : 0;
  const std::uint64_t credit = issued_ >= geometry_.output_depth ? at(issued_ - geometry_.output_depth).join + 1 : 0;
  count_.output_full += std::max(credit, free) - free;
  count_.input_empty += at(issued_).head - std::max(free, credit);
}

void LaneFlow::push(std::span<const PassWork> work) {
  check(work.size() == passes_, "{} passes for a lane of {}", work.size(), passes_);
  at(pushed_).push = edge_;
  std::copy(work.begin(), work.end(), work_.begin() + static_cast<std::ptrdiff_t>(first_pass(pushed_)));
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

/// Once the first pass of a query may enter, nothing that is still to come holds up the others.
bool LaneFlow::time_issue() {
  const std::uint64_t k = timed_;
  if (k == entered_ || (k >= geometry_.output_depth && k - geometry_.output_depth >= taken_)) return false;
  const std::uint64_t there = at(k).front + geometry_.front_latency;
  std::uint64_t earliest = there;
  if (k >= geometry_.output_depth) earliest = std::max(earliest, at(k - geometry_.output_depth).join + 1);
  const std::size_t first = first_pass(k);
  for (std::uint32_t pass = 0; pass < passes_; ++pass) {
    pass_times_[first + pass] = time_pass(earliest, work_[first + pass]);
    earliest = there + pass + 1;
  }
  at(k).issue = pass_times_[first].issue;
  at(k).head = pass_times_[first].head;
  at(k).free = free_;
  ++timed_;
  return true;
}

LaneFlow::Pass LaneFlow::time_pass(std::uint64_t earliest, const PassWork& work) {
  Pass pass;
  if (window_) {
    pass = window_->enter(earliest, work.accesses);
  } else {
    pass.issue = pass.head = std::max(earliest, free_);
    pass.free = pass.issue + work.cycles;
  }
  free_ = pass.free;
  return pass;
}

LaneCount LaneFlow::count() const {
  LaneCount count = count_;
  count.queries = issued_;
  if (served_ == issued_) {
    count.input_empty += edge_ - (issued_ > 0 ? at(issued_ - 1).free : 0);
    return count;
  }
  for (const Pass& pass : timed(served_)) {
    if (pass.head >= edge_) break;
    const std::uint64_t spent = std::min(edge_, pass.free) - pass.head, busy = std::min<std::uint64_t>(spent, busy_per_pass_);
    count.busy += busy;
    count.conflict += spent - busy;
  }
  return count;
}

std::uint32_t LaneFlow::passes_begun() const {
  if (issued_ == 0) return 0;
  const std::span<const Pass> passes = timed(issued_ - 1);
  return static_cast<std::uint32_t>(std::count_if(passes.begin(), passes.end(), [this](const Pass& pass) { return pass.issue < edge_; }));
}

}  // namespace ngpcsim::models::online
