#include "tests/system/slow_grid_cache.h"

#include <algorithm>

namespace ngpcsim {

bool SlowTags::look_up(std::uint64_t line) {
  std::vector<Held>& set = sets_[line % sets_.size()];
  const auto held = std::find_if(set.begin(), set.end(), [line](const Held& h) { return h.line == line; });
  const bool hit = held != set.end();
  if (hit) set.erase(held);
  else if (set.size() == ways_) set.erase(std::min_element(set.begin(), set.end(), [](const Held& a, const Held& b) { return a.last < b.last; }));
  set.push_back({line, lookups_++});
  return hit;
}

SlowGridCache::SlowGridCache(const SlowChipSetup& setup)
    : s_(setup), tags_(setup.pipeline.groups * setup.pipeline.lanes.size(), {setup.cache->sets, setup.cache->ways}) {}

/// False when no lane has a pass left.
bool SlowGridCache::look_up_pass(const Gate& gate, std::vector<SlowWork>& works) {
  const std::uint64_t groups = s_.pipeline.groups, lanes = s_.pipeline.lanes.size();
  bool any = false;
  for (std::uint64_t tags = 0; tags < tags_.size(); ++tags) {
    const std::uint64_t group = tags / lanes, lane = tags % lanes, passes = s_.pipeline.lanes[lane].passes;
    std::uint64_t number = gate.first;  // of the query
    while (number % groups != group) ++number;
    number += pass_ / passes * groups;
    if (number >= gate.first + gate.count) continue;
    any = true;
    SlowWork& work = works[number];
    const std::uint64_t level = pass_ % passes * lanes + lane;
    if (work.reused[level]) continue;
    for (const std::uint64_t line : work.query->passes[level].lines) work.missed[level] += tags_[tags].look_up(line) ? 0u : 1u;
  }
  return any;
}

void SlowGridCache::look_up(std::vector<SlowWork>& works) {
  while (looked_up_ < gates_.size() && !look_up_pass(gates_[looked_up_], works)) {
    Gate& gate = gates_[looked_up_++];
    pass_ = 0;
    for (std::uint64_t q = gate.first; q < gate.first + gate.count; ++q)
      for (const std::uint64_t missed : works[q].missed) gate.lines += missed;
  }
  if (looked_up_ < gates_.size()) ++pass_;
}

bool SlowGridCache::fetch(std::uint64_t edge, const std::vector<std::uint64_t>& accept) {
  for (; left_ < looked_up_; ++left_) {
    const std::uint64_t last = gates_[left_].first + gates_[left_].count - 1;
    if (last >= accept.size() || accept[last] >= edge) break;
    held_ -= gates_[left_].lines;
  }
  while (asked_ < looked_up_ && gates_[asked_].asked == gates_[asked_].lines) ++asked_;
  if (asked_ == looked_up_ || held_ == s_.cache->fill_buffer_lines) return false;
  ++gates_[asked_].asked;
  ++held_;
  return true;
}

void SlowGridCache::line_arrives() {
  const auto gate = std::find_if(gates_.begin() + static_cast<std::ptrdiff_t>(left_), gates_.end(), [](const Gate& g) { return g.arrived < g.asked; });
  ++gate->arrived;
}

}  // namespace ngpcsim
