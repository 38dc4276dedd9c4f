#include "models/hierarchy/cache_array.h"

#include "sim/base/error.h"

namespace ngpcsim::models::hierarchy {
namespace {

constexpr std::uint8_t kTaken = 2, kTouched = 0, kDistant = 3;  // re-reference intervals of two bits
constexpr std::uint32_t kTaps = 0xB400;                          // x^16 + x^14 + x^13 + x^11 + 1

}  // namespace

CacheArray::CacheArray(std::uint32_t sets, std::uint32_t ways, Replacement replacement) : sets_(sets), ways_(ways), replacement_(replacement) {
  const std::size_t lines = std::size_t{sets} * ways;
  lines_.resize(lines);
  tags_.assign(lines, kNobody);
  if (replacement == Replacement::kLru) touched_.resize(lines);
  if (replacement == Replacement::kPlru) tree_.resize(sets);
  if (replacement == Replacement::kSrrip) intervals_.resize(lines);
}

std::optional<CacheArray::Way> CacheArray::find(std::uint64_t number) const {
  const Way first = set_of(number) * ways_;
  for (Way way = first; way < first + ways_; ++way)
    if (tags_[way] == number) return way;
  return std::nullopt;
}

bool CacheArray::can_take(std::uint64_t number) const {
  const Way first = set_of(number) * ways_;
  for (Way way = first; way < first + ways_; ++way)
    if (candidate(way)) return true;
  return false;
}

CacheArray::Way CacheArray::choose(std::uint64_t number) {
  const Way first = set_of(number) * ways_;
  for (Way way = first; way < first + ways_; ++way)
    if (!lines_[way].present) return way;
  return victim(first);
}

void CacheArray::take(Way way, std::uint64_t number) {
  lines_[way] = {.number = number, .present = true};
  tags_[way] = number;
  touch(way);
  if (replacement_ == Replacement::kSrrip) intervals_[way] = kTaken;
}

void CacheArray::touch(Way way) {
  switch (replacement_) {
    case Replacement::kLru: touched_[way] = ++touches_; break;
    case Replacement::kPlru: turn_tree(way); break;
    case Replacement::kSrrip: intervals_[way] = kTouched; break;
    case Replacement::kRandom: break;
  }
}

CacheArray::Way CacheArray::victim(Way first) {
  switch (replacement_) {
    case Replacement::kLru: return least_recent(first);
    case Replacement::kPlru: return of_tree(first / ways_, first);
    case Replacement::kSrrip: return of_intervals(first);
    case Replacement::kRandom: return drawn(first);
  }
  return first;
}

CacheArray::Way CacheArray::least_recent(Way first) const {
  Way best = first + ways_;
  for (Way way = first; way < first + ways_; ++way)
    if (candidate(way) && (best == first + ways_ || touched_[way] < touched_[best])) best = way;
  check(best < first + ways_, "cache: a victim in a set without candidates");
  return best;
}

CacheArray::Way CacheArray::of_tree(std::uint32_t set, Way first) const {
  std::uint32_t node = 1;
  while (node < ways_) node = 2 * node + static_cast<std::uint32_t>(tree_[set] >> node & 1);
  for (std::uint32_t n = 0; n < ways_; ++n) {
    const Way way = first + (node - ways_ + n) % ways_;
    if (candidate(way)) return way;
  }
  throw InvariantError("cache: a victim in a set without candidates");
}

/// Every node on the way to the leaf points to its other half.
void CacheArray::turn_tree(Way way) {
  std::uint64_t& tree = tree_[way / ways_];
  for (std::uint32_t node = way % ways_ + ways_; node > 1; node /= 2) {
    const std::uint64_t parent = std::uint64_t{1} << (node / 2);
    if (node % 2 == 0) tree |= parent;
    else tree &= ~parent;
  }
}

CacheArray::Way CacheArray::of_intervals(Way first) {
  for (std::uint32_t raised = 0; raised <= kDistant; ++raised) {
    for (Way way = first; way < first + ways_; ++way)
      if (candidate(way) && intervals_[way] == kDistant) return way;
    for (Way way = first; way < first + ways_; ++way)
      if (candidate(way)) ++intervals_[way];
  }
  throw InvariantError("cache: a victim in a set without candidates");
}

CacheArray::Way CacheArray::drawn(Way first) {
  const bool low = (lfsr_ & 1) != 0;
  lfsr_ >>= 1;
  if (low) lfsr_ ^= kTaps;
  std::uint32_t candidates = 0;
  for (Way way = first; way < first + ways_; ++way) candidates += candidate(way) ? 1U : 0U;
  check(candidates > 0, "cache: a victim in a set without candidates");
  std::uint32_t left = lfsr_ % candidates;
  for (Way way = first;; ++way)
    if (candidate(way) && left-- == 0) return way;
}

}  // namespace ngpcsim::models::hierarchy
