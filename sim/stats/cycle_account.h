#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "sim/base/error.h"

namespace ngpcsim::stats {

/// Why a block did no work in a cycle, in order of priority: where several hold, the first is charged (docs/timing.md, section 1, rule 4).
enum class StallReason : std::uint8_t { kOutputFull, kConflict, kLineFill, kPageFill, kWeights, kDependency, kTableMiss, kPageLoad, kPageSweep, kInputEmpty };

inline constexpr std::size_t kStallReasons = 10;
inline constexpr std::array<std::string_view, kStallReasons> kStallNames{
    "output_full", "conflict", "line_fill", "page_fill", "weights", "dependency", "table_miss", "page_load", "page_sweep", "input_empty"};

[[nodiscard]] constexpr std::size_t index(StallReason reason) { return static_cast<std::size_t>(reason); }
[[nodiscard]] constexpr std::string_view name(StallReason reason) { return kStallNames[index(reason)]; }

/// Where every cycle of a block went: it worked, or it stalled for one reason. Sums over instances with +=.
class CycleAccount {
 public:
  constexpr void busy(std::uint64_t cycles) { busy_ += cycles; }
  constexpr void stall(StallReason reason, std::uint64_t cycles) { stalls_[index(reason)] += cycles; }

  constexpr CycleAccount& operator+=(const CycleAccount& other) {
    busy_ += other.busy_;
    for (std::size_t i = 0; i < kStallReasons; ++i) stalls_[i] += other.stalls_[i];
    return *this;
  }
  friend constexpr bool operator==(const CycleAccount&, const CycleAccount&) = default;

  [[nodiscard]] constexpr std::uint64_t busy() const { return busy_; }
  [[nodiscard]] constexpr std::uint64_t stalled(StallReason reason) const { return stalls_[index(reason)]; }
  [[nodiscard]] constexpr std::uint64_t total() const { return std::accumulate(stalls_.begin(), stalls_.end(), busy_); }

  /// Throws InvariantError unless busy + every stall reason = `cycles` (the length of the run times the instances summed here).
  void check_total(std::uint64_t cycles, std::string_view block) const {
    check(total() == cycles, "{}: busy {}{} = {}, but the run has {} cycles", block, busy_, terms(), total(), cycles);
  }

 private:
  /// The stalls as the rest of a sum.
  [[nodiscard]] std::string terms() const {
    std::string text;
    for (std::size_t i = 0; i < kStallReasons; ++i) text += fmt::format(" + {} {}", kStallNames[i], stalls_[i]);
    return text;
  }

  std::uint64_t busy_ = 0;
  std::array<std::uint64_t, kStallReasons> stalls_{};
};

}  // namespace ngpcsim::stats
