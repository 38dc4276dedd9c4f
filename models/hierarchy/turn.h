#pragma once
#include <bit>
#include <cstdint>
#include <vector>

#include "models/hierarchy/params.h"

namespace ngpcsim::models::hierarchy {

/// Who goes first at each of several resources that take one asker each edge (docs/memory.md, 2). Who asks does so until it wins.
class Turns {
 public:
  Turns(Arbitration arbitration, std::uint32_t resources, std::uint32_t askers)
      : oldest_(arbitration == Arbitration::kOldest),
        words_((askers + 63) / 64),
        askers_(askers),
        last_(resources, askers - 1),
        asking_(std::size_t{resources} * words_),
        since_(oldest_ ? std::size_t{resources} * askers : 0) {}

  /// Somebody who did not ask asks from now on; `since` is the edge that the age counts from.
  void ask(std::uint32_t resource, std::uint32_t asker, std::uint64_t since) {
    asking_[resource * words_ + asker / 64] |= std::uint64_t{1} << asker % 64;
    if (oldest_) since_[std::size_t{resource} * askers_ + asker] = since;
  }
  [[nodiscard]] bool any(std::uint32_t resource) const {
    for (std::uint32_t w = 0; w < words_; ++w)
      if (asking_[resource * words_ + w] != 0) return true;
    return false;
  }
  /// Who won, of one or more.
  std::uint32_t grant(std::uint32_t resource) {
    const std::uint32_t winner = oldest_ ? oldest(resource) : first_from(resource, last_[resource] + 1);
    asking_[resource * words_ + winner / 64] &= ~(std::uint64_t{1} << winner % 64);
    return last_[resource] = winner;
  }

 private:
  /// The first one from `number` on, cyclic.
  [[nodiscard]] std::uint32_t first_from(std::uint32_t resource, std::uint32_t number) const {
    std::uint64_t keep = ~std::uint64_t{0} << number % 64;
    for (std::uint32_t w = number / 64; w < words_; ++w, keep = ~std::uint64_t{0})
      if (const std::uint64_t bits = asking_[resource * words_ + w] & keep; bits != 0) return w * 64 + static_cast<std::uint32_t>(std::countr_zero(bits));
    return first_from(resource, 0);
  }
  [[nodiscard]] std::uint32_t oldest(std::uint32_t resource) const {
    const std::uint64_t* const since = since_.data() + std::size_t{resource} * askers_;
    std::uint32_t best = first_from(resource, 0);
    for (std::uint32_t w = best / 64; w < words_; ++w)
      for (std::uint64_t bits = asking_[resource * words_ + w]; bits != 0; bits &= bits - 1) {
        const std::uint32_t asker = w * 64 + static_cast<std::uint32_t>(std::countr_zero(bits));
        if (since[asker] < since[best]) best = asker;
      }
    return best;
  }

  bool oldest_;
  std::uint32_t words_, askers_;
  std::vector<std::uint32_t> last_;    ///< by resource
  std::vector<std::uint64_t> asking_;  ///< by resource, a bit for each asker
  std::vector<std::uint64_t> since_;   ///< by resource and asker, where the oldest goes first
};

}  // namespace ngpcsim::models::hierarchy
