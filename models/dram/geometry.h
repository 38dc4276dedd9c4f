#pragma once
#include <cstdint>

namespace ngpcsim::models::dram {

/// Sizes of a device that follow from its organization. Banks of a channel are numbered pseudo-channel by pseudo-channel, rank by rank, bank group by bank
/// group.
struct Geometry {
  std::uint32_t channels = 1, pseudo_channels = 1, ranks = 1, bank_groups = 1, banks = 1;
  std::uint32_t rows = 1, bursts_per_row = 1, burst_bytes = 64, burst_length = 8;

  [[nodiscard]] std::uint32_t banks_per_rank() const { return bank_groups * banks; }
  [[nodiscard]] std::uint32_t banks_per_pseudo_channel() const { return ranks * banks_per_rank(); }
  [[nodiscard]] std::uint32_t banks_per_channel() const { return pseudo_channels * banks_per_pseudo_channel(); }
  [[nodiscard]] std::uint32_t ranks_per_channel() const { return pseudo_channels * ranks; }
  [[nodiscard]] std::uint64_t row_bytes() const { return std::uint64_t{bursts_per_row} * burst_bytes; }
  [[nodiscard]] std::uint64_t capacity() const { return std::uint64_t{channels} * banks_per_channel() * rows * row_bytes(); }
};

/// Where a burst lies. `bank` is its number within the channel, `column` counts bursts of the row.
struct Place {
  std::uint32_t channel = 0, bank = 0, row = 0, column = 0;
  friend bool operator==(const Place&, const Place&) = default;
};

}  // namespace ngpcsim::models::dram
