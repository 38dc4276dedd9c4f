#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/common/pass_accesses.h"

namespace ngpcsim::models {

/// What decides how long passes stand at the banks of a grid SRAM.
struct BankGeometry {
  std::uint32_t window = 1;  ///< W: passes at the banks at once, 1 with the policy `serial`
  std::uint32_t banks = 8;   ///< of a lane, those of all shards together
  std::uint32_t beats = 1;   ///< edges of one access
};

/// The recurrences of docs/timing.md, 2.1.1: passes of one lane at its banks, in order. What is kept of earlier passes are the bounds they set.
class BankWindow {
 public:
  explicit BankWindow(const BankGeometry& geometry) : beats_(geometry.beats), bank_free_(geometry.banks), place_free_(geometry.window) {}

  /// Edges of a pass; `free` is the first after its last.
  struct Pass {
    std::uint64_t issue, head, free;
  };

  /// The next pass, which does not enter before `earliest`.
  [[gnu::always_inline]] Pass enter(std::uint64_t earliest, const PassAccesses& accesses) {
    std::uint64_t& place = place_free_[place_];
    const std::uint64_t issue = std::max({earliest, next_issue_, place});
    const std::uint64_t head = std::max(issue, free_);
    std::uint64_t free = head + beats_;
    for (std::size_t i = 0; i < accesses.count; ++i) {
      std::uint64_t& bank = bank_free_[accesses.bank[i]];
      bank = std::max(bank, issue) + beats_;
      free = std::max(free, bank);
    }
    next_issue_ = issue + 1;
    place = free_ = free;
    place_ = place_ + 1 == place_free_.size() ? 0 : place_ + 1;
    return {issue, head, free};
  }

  /// First edge after the last of the pass entered last; 0 before the first.
  [[nodiscard]] std::uint64_t free() const { return free_; }

 private:
  std::uint64_t beats_;
  std::vector<std::uint64_t> bank_free_;   ///< first edge at which a bank can make another access
  std::vector<std::uint64_t> place_free_;  ///< the same of a place of the window
  std::size_t place_ = 0;
  std::uint64_t next_issue_ = 0, free_ = 0;
};

}  // namespace ngpcsim::models
