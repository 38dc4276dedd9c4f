#include "models/nfp/paged_lane.h"

#include <algorithm>

namespace ngpcsim::models {

using stats::StallReason;

void PagedLane::put_in_order(std::vector<PageWork>& works) const {
  switch (order_) {
    case PageOrder::kAscending: return;
    case PageOrder::kSerpentine:
      if (sweeps_ % 2 != 0) std::reverse(works.begin(), works.end());
      return;
    case PageOrder::kResidentFirst:
      std::stable_partition(works.begin(), works.end(), [this](const PageWork& work) { return frames_.holds(work.page); });
      return;
  }
}

void PagedLane::add_sweep(std::span<const PageWork> works) {
  std::vector<PageWork> in_order(works.begin(), works.end());
  put_in_order(in_order);
  for (const PageWork& work : in_order) {
    const PageFrames::Place place = frames_.take(work.page, uses());
    hits_ += place.is_hit ? 1 : 0;
    uses_.push_back({.work = work, .sweep = sweeps_, .place = place});
  }
  uses_.back().ends_sweep = true;
  ++sweeps_;
}

std::optional<PagedLane::Ask> PagedLane::take_ask(std::uint64_t first_sweep, const std::deque<SweepGates>& sweeps) {
  next_ask_ = std::max(next_ask_, first_use_);
  while (next_ask_ < uses() && uses_[next_ask_ - first_use_].place.is_hit) ++next_ask_;
  if (next_ask_ == uses()) return std::nullopt;
  const Use& use = uses_[next_ask_ - first_use_];
  const SweepGates& sweep = sweeps[use.sweep - first_sweep];
  const bool is_frame_free = !use.place.last_use || *use.place.last_use < first_use_;
  if (!sweep.sorted || !is_frame_free) return std::nullopt;
  last_ask_ = std::max({*sweep.sorted, use.place.last_use ? frame_ends_[use.place.frame] : 0, last_ask_});
  ++loading_;
  return Ask{.edge = last_ask_, .page = use.work.page, .use = next_ask_++};
}

void PagedLane::loaded(std::uint64_t use, std::uint64_t edge) {
  uses_[use - first_use_].loaded = edge;
  --loading_;
}

std::optional<std::uint64_t> PagedLane::begin_of(const Use& use, const SweepGates& sweep) const {
  if (!sweep.sorted || !sweep.room || (!use.place.is_hit && !use.loaded)) return std::nullopt;
  return std::max({last_end_, *sweep.sorted, *sweep.room, use.loaded.value_or(0)});
}

std::optional<PagedLane::End> PagedLane::end_use(std::uint64_t first_sweep, const std::deque<SweepGates>& sweeps) {
  if (uses_.empty()) return std::nullopt;
  const Use& use = uses_.front();
  const SweepGates& sweep = sweeps[use.sweep - first_sweep];
  const auto begin = begin_of(use, sweep);
  if (!begin) return std::nullopt;
  account_wait(sweep, *begin);
  if (!first_begin_) first_begin_ = begin;
  const std::uint64_t fill = use.place.is_hit ? 0 : page(use.work.page).fill_cycles, busy = use.work.visits * beats_, work = use.work.accesses * beats_;
  account_.busy(busy);
  account_.stall(StallReason::kConflict, work - busy);
  account_.stall(StallReason::kPageFill, fill);
  last_end_ = *begin + fill + work;
  frame_ends_[use.place.frame] = last_end_;
  const End end{.edge = last_end_, .sweep = use.sweep, .ends_sweep = use.ends_sweep};
  uses_.pop_front();
  ++first_use_;
  return end;
}

/// From the end of the use before to `begin`.
void PagedLane::account_wait(const SweepGates& sweep, std::uint64_t begin) {
  const std::uint64_t sorted = std::clamp(*sweep.sorted, last_end_, begin), room = std::clamp(*sweep.room, sorted, begin);
  account_.stall(StallReason::kInputEmpty, sorted - last_end_);
  account_.stall(StallReason::kOutputFull, room - sorted);
  account_.stall(StallReason::kPageLoad, begin - room);
}

stats::CycleAccount PagedLane::account(std::uint64_t length) const {
  stats::CycleAccount account = account_;
  account.stall(StallReason::kInputEmpty, length - last_end_);
  return account;
}

}  // namespace ngpcsim::models
