#include "models/hierarchy/cache_array.h"

#include <bit>

#include "sim/base/error.h"

namespace ngpcsim::models::hierarchy {
namespace {

constexpr std::uint8_t kTaken = 2, kTouched = 0, kDistant = 3;  // re-reference intervals of two bits
constexpr std::uint32_t kTaps = 0xB400;                          // x^16 + x^14 + x^13 + x^11 + 1

constexpr std::uint64_t kEveryByte = 0x0101010101010101, kEveryTopBit = 0x8080808080808080;

/// The empty statement has no instruction: without it g++ takes this for something without effect, and leaves it out with all that call it.
void fetch_soon(const void* place) {
  __builtin_prefetch(place, 1);
  __asm__ volatile("" : : "r"(place));
}

}  // namespace

CacheArray::CacheArray(std::uint32_t sets, std::uint32_t ways, Replacement replacement)
    : sets_(sets),
      set_bits_(static_cast<std::uint32_t>(std::countr_zero(sets))),
      ways_(ways),
      tag_words_((ways + kTagsPerWord - 1) / kTagsPerWord),
      replacement_(replacement),
      lines_(std::size_t{sets} * ways),
      tags_(std::size_t{sets} * tag_words_) {
  if (replacement == Replacement::kPlru) tree_.resize(sets);
  if (replacement == Replacement::kSrrip) intervals_.resize(lines_.size());
}

/// Bytes that equal the tag are found eight at a time (Warren, Hacker's Delight, 6-1). A byte above such a one may look equal without being so, and a word may
/// be longer than the set: the line decides.
template <class Run>
bool CacheArray::until_found(std::uint64_t number, Run&& run) const {
  const std::uint32_t set = set_of(number);
  const std::uint64_t wanted = kEveryByte * tag_of(number);
  for (std::uint32_t w = 0; w < tag_words_; ++w) {
    const std::uint64_t differences = tags_[std::size_t{set} * tag_words_ + w] ^ wanted;
    for (std::uint64_t equal = (differences - kEveryByte) & ~differences & kEveryTopBit; equal != 0; equal &= equal - 1) {
      const std::uint32_t in_set = w * kTagsPerWord + static_cast<std::uint32_t>(std::countr_zero(equal)) / 8;
      if (in_set < ways_ && run(at(set, in_set))) return true;
    }
  }
  return false;
}

std::optional<CacheArray::Way> CacheArray::find(std::uint64_t number) const {
  std::optional<Way> found;
  until_found(number, [&](Way way) {
    if (lines_[way].number == number) found = way;
    return found.has_value();
  });
  return found;
}

void CacheArray::expect(std::uint64_t number) const {
  until_found(number, [this](Way way) {
    fetch_soon(&lines_[way]);
    return false;
  });
}

void CacheArray::expect_later(std::uint64_t number) const { fetch_soon(&tags_[std::size_t{set_of(number)} * tag_words_]); }

bool CacheArray::can_take(std::uint64_t number) const {
  const std::uint32_t set = set_of(number);
  for (std::uint32_t n = 0; n < ways_; ++n)
    if (candidate(at(set, n))) return true;
  return false;
}

CacheArray::Way CacheArray::choose(std::uint64_t number) {
  const std::uint32_t set = set_of(number);
  for (std::uint32_t n = 0; n < ways_; ++n)
    if (!lines_[at(set, n)].present) return at(set, n);
  return victim(set);
}

void CacheArray::take(Way way, std::uint64_t number) {
  lines_[way] = {.number = number, .present = true};
  const std::uint32_t set = way & (sets_ - 1), in_set = way >> set_bits_, shift = in_set % kTagsPerWord * 8;
  std::uint64_t& tags = tags_[std::size_t{set} * tag_words_ + in_set / kTagsPerWord];
  tags = (tags & ~(std::uint64_t{0xFF} << shift)) | std::uint64_t{tag_of(number)} << shift;
  touch(way);
  if (replacement_ == Replacement::kSrrip) intervals_[way] = kTaken;
}

void CacheArray::touch(Way way) {
  switch (replacement_) {
    case Replacement::kLru: lines_[way].touched = ++touches_; break;
    case Replacement::kPlru: turn_tree(way); break;
    case Replacement::kSrrip: intervals_[way] = kTouched; break;
    case Replacement::kRandom: break;
  }
}

CacheArray::Way CacheArray::victim(std::uint32_t set) {
  switch (replacement_) {
    case Replacement::kLru: return least_recent(set);
    case Replacement::kPlru: return of_tree(set);
    case Replacement::kSrrip: return of_intervals(set);
    case Replacement::kRandom: return drawn(set);
  }
  return set;
}

CacheArray::Way CacheArray::least_recent(std::uint32_t set) const {
  std::optional<Way> best;
  for (std::uint32_t n = 0; n < ways_; ++n) {
    const Way way = at(set, n);
    if (candidate(way) && (!best || lines_[way].touched < lines_[*best].touched)) best = way;
  }
  check(best.has_value(), "cache: a victim in a set without candidates");
  return *best;
}

CacheArray::Way CacheArray::of_tree(std::uint32_t set) const {
  std::uint32_t node = 1;
  while (node < ways_) node = 2 * node + static_cast<std::uint32_t>(tree_[set] >> node & 1);
  for (std::uint32_t n = 0; n < ways_; ++n) {
    const Way way = at(set, (node - ways_ + n) % ways_);
    if (candidate(way)) return way;
  }
  throw InvariantError("cache: a victim in a set without candidates");
}

/// Every node on the way to the leaf points to its other half.
void CacheArray::turn_tree(Way way) {
  std::uint64_t& tree = tree_[way & (sets_ - 1)];
  for (std::uint32_t node = (way >> set_bits_) + ways_; node > 1; node /= 2) {
    const std::uint64_t parent = std::uint64_t{1} << (node / 2);
    if (node % 2 == 0) tree |= parent;
    else tree &= ~parent;
  }
}

CacheArray::Way CacheArray::of_intervals(std::uint32_t set) {
  for (std::uint32_t raised = 0; raised <= kDistant; ++raised) {
    for (std::uint32_t n = 0; n < ways_; ++n)
      if (candidate(at(set, n)) && intervals_[at(set, n)] == kDistant) return at(set, n);
    for (std::uint32_t n = 0; n < ways_; ++n)
      if (candidate(at(set, n))) ++intervals_[at(set, n)];
  }
  throw InvariantError("cache: a victim in a set without candidates");
}

CacheArray::Way CacheArray::drawn(std::uint32_t set) {
  const bool low = (lfsr_ & 1) != 0;
  lfsr_ >>= 1;
  if (low) lfsr_ ^= kTaps;
  std::uint32_t candidates = 0;
  for (std::uint32_t n = 0; n < ways_; ++n) candidates += candidate(at(set, n)) ? 1U : 0U;
  check(candidates > 0, "cache: a victim in a set without candidates");
  std::uint32_t left = lfsr_ % candidates;
  for (std::uint32_t n = 0;; ++n)
    if (candidate(at(set, n)) && left-- == 0) return at(set, n);
}

}  // namespace ngpcsim::models::hierarchy
