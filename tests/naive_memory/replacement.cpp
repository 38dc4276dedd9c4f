#include "tests/naive_memory/replacement.h"

namespace ngpcsim::naive_memory {

Replacement::Replacement(const MemorySetup& setup)
    : policy_(setup.policy),
      raises_all_(setup.misread(Misreading::kSrripRaisesAll)),
      draws_over_all_(setup.misread(Misreading::kRandomOverAllWays)),
      ways_(setup.ways) {
  const Set empty{std::vector<std::uint64_t>(ways_), std::vector<unsigned>(ways_), std::vector<bool>(ways_)};
  sets_.assign(setup.sets, empty);
}

void Replacement::remember(Set& set, unsigned way) {
  set.last_touch[way] = ++touches_;
  if (policy_ != Policy::kPlru) return;  // the tree needs a power of two
  for (unsigned node = ways_ + way; node > 1; node /= 2) {
    const bool came_from_left = node % 2 == 0;
    set.points_right[node / 2] = came_from_left;
  }
}

void Replacement::take(unsigned set, unsigned way) {
  remember(sets_[set], way);
  sets_[set].reference_value[way] = 2;
}

void Replacement::touch(unsigned set, unsigned way) {
  remember(sets_[set], way);
  sets_[set].reference_value[way] = 0;
}

unsigned Replacement::victim(unsigned set, const std::vector<bool>& may_go) {
  switch (policy_) {
    case Policy::kLru: return least_recent(sets_[set], may_go);
    case Policy::kPlru: return tree_points_at(sets_[set], may_go);
    case Policy::kSrrip: return longest_reference(sets_[set], may_go);
    case Policy::kRandom: break;
  }
  return drawn(may_go);
}

unsigned Replacement::least_recent(const Set& set, const std::vector<bool>& may_go) const {
  unsigned oldest = ways_;
  for (unsigned way = 0; way < ways_; ++way) {
    if (may_go[way] && (oldest == ways_ || set.last_touch[way] < set.last_touch[oldest])) oldest = way;
  }
  return oldest;
}

unsigned Replacement::tree_points_at(const Set& set, const std::vector<bool>& may_go) const {
  unsigned node = 1;
  while (node < ways_) node = 2 * node + (set.points_right[node] ? 1 : 0);
  unsigned way = node - ways_;
  while (!may_go[way]) way = (way + 1) % ways_;
  return way;
}

unsigned Replacement::longest_reference(Set& set, const std::vector<bool>& may_go) const {
  while (true) {
    for (unsigned way = 0; way < ways_; ++way) {
      if (may_go[way] && set.reference_value[way] >= 3) return way;
    }
    for (unsigned way = 0; way < ways_; ++way) {
      if (may_go[way] || raises_all_) ++set.reference_value[way];
    }
  }
}

unsigned Replacement::drawn(const std::vector<bool>& may_go) {
  const bool lsb = (lfsr_ & 1) != 0;
  lfsr_ = static_cast<std::uint16_t>(lfsr_ >> 1);
  if (lsb) lfsr_ ^= 0xB400;
  std::vector<unsigned> candidates;
  for (unsigned way = 0; way < ways_; ++way) {
    if (may_go[way]) candidates.push_back(way);
  }
  if (draws_over_all_) return candidates[(lfsr_ % ways_) % candidates.size()];
  return candidates[lfsr_ % candidates.size()];
}

}  // namespace ngpcsim::naive_memory
