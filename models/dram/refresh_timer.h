#pragma once
#include <cstdint>
#include <limits>

#include "models/dram/device.h"

namespace ngpcsim::models::dram {

/// When a rank owes refreshes (docs/dram.md, section 5).
class RefreshTimer {
 public:
  /// `rank` counts in the channel.
  RefreshTimer(const Device& device, std::uint32_t rank)
      : per_bank_(device.params().refresh.mode == RefreshMode::kPerBank),
        postpone_(device.params().refresh.postpone),
        banks_(per_bank_ ? device.geometry().banks_per_rank() : 1),
        interval_(device.timing(Timing::kREFI)),
        first_(std::uint64_t{interval_} * (rank + 1) / (std::uint64_t{device.geometry().ranks_per_channel()} * banks_)),
        next_due_(device.params().refresh.mode == RefreshMode::kNone ? std::numeric_limits<std::uint64_t>::max() : first_) {}

  [[nodiscard]] bool per_bank() const { return per_bank_; }
  /// The cycle at which one more is owed.
  [[nodiscard]] std::uint64_t next_due() const { return next_due_; }
  void due() { next_due_ = first_ + ++dues_ * interval_ / banks_; }
  [[nodiscard]] bool owes() const { return done_ < dues_; }
  [[nodiscard]] bool forced() const { return dues_ - done_ > postpone_; }
  /// The bank of its rank that a per-bank refresh goes to next.
  [[nodiscard]] std::uint32_t bank() const { return static_cast<std::uint32_t>(done_ % banks_); }
  void done() { ++done_; }

 private:
  bool per_bank_;
  std::uint32_t postpone_, banks_, interval_;
  std::uint64_t first_, next_due_;
  std::uint64_t dues_ = 0, done_ = 0;
};

}  // namespace ngpcsim::models::dram
