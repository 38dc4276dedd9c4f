#include "tests/system/slow_paging.h"

#include <algorithm>

namespace ngpcsim {

SlowFrames::Use SlowFrames::use(std::uint64_t page) {
  const std::uint64_t number = uses_++;
  const auto held = std::find_if(frames_.begin(), frames_.end(), [page](const Frame& frame) { return frame.page == page; });
  if (held != frames_.end()) {
    held->last = number;
    return {.hit = true};
  }
  if (frames_.size() < most_) {
    frames_.push_back({page, number});
    return {};
  }
  const auto oldest = std::min_element(frames_.begin(), frames_.end(), [](const Frame& a, const Frame& b) { return a.last < b.last; });
  const std::uint64_t last = oldest->last;
  *oldest = {page, number};
  return {.waits_for = last};
}

bool SlowFrames::holds(std::uint64_t page) const {
  return std::any_of(frames_.begin(), frames_.end(), [page](const Frame& frame) { return frame.page == page; });
}

SlowPaging::SlowPaging(const SlowChipSetup& setup) : s_(setup) {
  for (std::size_t lane = 0; lane < setup.paging->lanes.size(); ++lane)
    if (paged(lane)) lanes_.push_back({.number = lane, .frames = SlowFrames(setup.paging->lanes[lane].frames)});
}

void SlowPaging::add_chunk(std::uint64_t first, std::uint64_t count, bool ends_batch) {
  const bool begins = chunks_.empty() || chunks_.back().ends_sweep;
  if (begins) sweeps_.emplace_back();
  const std::size_t sweep = sweeps_.size() - 1;
  const auto before = std::count_if(chunks_.begin(), chunks_.end(), [sweep](const Chunk& chunk) { return chunk.sweep == sweep; });
  const bool full = static_cast<std::uint64_t>(before) + 1 == s_.paging->sweep_chunks;
  chunks_.push_back({.first = first, .count = count, .sweep = sweep, .begins_sweep = begins, .ends_sweep = ends_batch || full});
  sweeps_.back().last_query = first + count - 1;
}

/// Asks of one lane for one page are answered in their order: it asks again only after a use of what it had asked for.
void SlowPaging::page_arrives(const SlowPageName& page) {
  for (Lane& lane : lanes_) {
    if (lane.number != page.lane) continue;
    const auto use = std::find_if(lane.uses.begin(), lane.uses.end(), [&](const Use& u) { return u.page == page.page && !u.hit && !u.loaded; });
    use->loaded = true;
  }
}

std::vector<SlowPageName> SlowPaging::tick(const std::vector<SlowWork>& works, const std::vector<std::uint64_t>& accept, std::uint64_t edge) {
  for (Lane& lane : lanes_)
    if (lane.left > 0 && --lane.left == 0) ++lane.ended;
  sort(works);
  std::vector<SlowPageName> asks;
  for (Lane& lane : lanes_)
    for (; lane.asked < lane.uses.size(); ++lane.asked) {
      const Use& use = lane.uses[lane.asked];
      if (use.hit) continue;
      if (use.waits_for && *use.waits_for >= lane.ended) break;
      asks.push_back({lane.number, use.page});
    }
  for (Lane& lane : lanes_) begin_or_wait(lane, accept, edge);
  return asks;
}

bool SlowPaging::swept(std::size_t sweep) const {
  if (lanes_.empty()) return true;  // there is nothing to sweep
  return sweeps_[sweep].sorted &&
         std::all_of(lanes_.begin(), lanes_.end(), [sweep](const Lane& lane) { return lane.ended == lane.uses.size() || lane.uses[lane.ended].sweep > sweep; });
}

/// Whether the next chunk may go into bins, of which there are those of two sweeps.
bool SlowPaging::sorts(const Chunk& chunk) const { return chunk.arrived && (!chunk.begins_sweep || chunk.sweep < 2 || swept(chunk.sweep - 2)); }

/// One pass in each lane of each group. False when none has a pass left.
bool SlowPaging::sort_pass(const Chunk& chunk, const std::vector<SlowWork>& works) {
  const std::uint64_t groups = s_.pipeline.groups, lanes = s_.pipeline.lanes.size();
  bool any = false;
  for (Lane& lane : lanes_)
    for (std::uint64_t group = 0; group < groups; ++group) {
      const std::uint64_t passes = s_.pipeline.lanes[lane.number].passes;
      std::uint64_t number = chunk.first;  // of the query
      while (number % groups != group) ++number;
      number += pass_ / passes * groups;
      if (number >= chunk.first + chunk.count) continue;
      any = true;
      for (const SlowVisit& visit : works[number].query->passes[pass_ % passes * lanes + lane.number].visits)
        lane.bins[chunk.sweep][visit.page].push_back({group, visit.accesses});
    }
  return any;
}

void SlowPaging::sort(const std::vector<SlowWork>& works) {
  while (sorted_ < chunks_.size() && sorts(chunks_[sorted_])) {
    const Chunk& chunk = chunks_[sorted_];
    if (sort_pass(chunk, works)) {
      ++pass_;
      return;
    }
    pass_ = 0;
    ++sorted_;
    if (!chunk.ends_sweep) continue;
    sweeps_[chunk.sweep].sorted = true;
    for (Lane& lane : lanes_) add_uses(lane, chunk.sweep);
  }
}

/// The pages that the sweep uses; the frames are as the sweep before leaves them.
std::vector<std::uint64_t> SlowPaging::in_order(const Lane& lane, std::size_t sweep) const {
  std::vector<std::uint64_t> pages;
  for (const auto& [page, visits] : lane.bins.at(sweep)) pages.push_back(page);  // ascending
  switch (s_.paging->order) {
    case SlowPageOrder::kAscending: break;
    case SlowPageOrder::kSerpentine:
      if (sweep % 2 == 1) std::reverse(pages.begin(), pages.end());
      break;
    case SlowPageOrder::kResidentFirst: std::stable_partition(pages.begin(), pages.end(), [&](std::uint64_t page) { return lane.frames.holds(page); }); break;
  }
  return pages;
}

void SlowPaging::add_uses(Lane& lane, std::size_t sweep) {
  for (const std::uint64_t page : in_order(lane, sweep)) {
    const SlowFrames::Use frame = lane.frames.use(page);
    Use use{.sweep = sweep, .page = page, .waits_for = frame.waits_for, .hit = frame.hit};
    if (!use.hit) use.fill = s_.paging->lanes[lane.number].pages[page].fill_cycles;
    std::uint64_t most = 0;
    for (std::uint64_t group = 0; group < s_.pipeline.groups; ++group) {
      std::uint64_t work = 0, busy = 0;
      for (const Visit& visit : lane.bins[sweep][page]) {
        if (visit.group != group) continue;
        work += visit.accesses * s_.beats;
        busy += s_.beats;
      }
      if (work <= most) continue;  // of equals the first group counts
      most = work;
      use.busy = busy;
      use.conflict = work - busy;
    }
    lane.uses.push_back(use);
  }
  lane.bins.erase(sweep);
}

/// The places of a chunk are given back together, and used at the next edge.
bool SlowPaging::has_room(std::size_t sweep, const std::vector<std::uint64_t>& accept, std::uint64_t edge) const {
  const std::uint64_t last = sweeps_[sweep].last_query, places = s_.paging->partial_sum_queries;
  if (last < places) return true;
  const auto holder = std::find_if(chunks_.begin(), chunks_.end(), [&](const Chunk& chunk) { return last - places < chunk.first + chunk.count; });
  const std::uint64_t leaves = holder->first + holder->count - 1;
  return leaves < accept.size() && accept[leaves] < edge;
}

/// The next use of an idle lane begins, or the edge is charged to what it waits for.
void SlowPaging::begin_or_wait(Lane& lane, const std::vector<std::uint64_t>& accept, std::uint64_t edge) {
  if (lane.left > 0 || lane.ended == lane.uses.size()) return;
  const Use& use = lane.uses[lane.ended];
  if (!has_room(use.sweep, accept, edge)) {
    ++lane.account.output_full;
  } else if (!use.hit && !use.loaded) {
    ++lane.account.page_load;
  } else {
    lane.left = use.fill + use.busy + use.conflict;
    lane.account.page_fill += use.fill;
    lane.account.busy += use.busy;
    lane.account.conflict += use.conflict;
  }
}

std::vector<SlowAccount> SlowPaging::accounts() const {
  std::vector<SlowAccount> accounts(s_.paging->lanes.size());
  for (const Lane& lane : lanes_) accounts[lane.number] = lane.account;
  return accounts;
}

void SlowPaging::add_to(SlowPagingCounts& counts) const {
  counts.sweeps += sweeps_.size();
  for (const Lane& lane : lanes_)
    for (const Use& use : lane.uses) {
      ++counts.uses;
      counts.hits += use.hit ? 1u : 0u;
    }
}

}  // namespace ngpcsim
