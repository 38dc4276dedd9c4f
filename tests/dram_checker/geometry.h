#pragma once
#include <cstdint>

#include "tests/dram_checker/command.h"

namespace ngpcsim::dram_checker {

/// The group `organization`, and a number for every channel, pseudo-channel, rank, bank group and bank of the device.
struct Geometry {
  std::uint64_t channels = 1;
  std::uint64_t pseudo_channels = 1;
  std::uint64_t ranks = 1;
  std::uint64_t bank_groups = 1;
  std::uint64_t banks = 1;
  std::uint64_t rows = 1;
  std::uint64_t columns = 1;
  std::uint64_t device_width = 8;
  std::uint64_t devices_per_rank = 1;
  std::uint64_t burst_length = 1;

  [[nodiscard]] std::uint64_t burst_bytes() const { return device_width * devices_per_rank * burst_length / 8; }
  [[nodiscard]] std::uint64_t bursts_per_row() const { return columns / burst_length; }
  [[nodiscard]] std::uint64_t banks_per_rank() const { return bank_groups * banks; }
  [[nodiscard]] std::uint64_t ranks_per_channel() const { return pseudo_channels * ranks; }
  [[nodiscard]] std::uint64_t capacity() const { return channels * ranks_per_channel() * banks_per_rank() * rows * bursts_per_row() * burst_bytes(); }

  [[nodiscard]] std::uint64_t pseudo_channel_number(const Command& c) const { return c.channel * pseudo_channels + c.pseudo_channel; }
  [[nodiscard]] std::uint64_t rank_number(const Command& c) const { return pseudo_channel_number(c) * ranks + c.rank; }
  [[nodiscard]] std::uint64_t bank_group_number(const Command& c) const { return rank_number(c) * bank_groups + c.bank_group; }
  [[nodiscard]] std::uint64_t bank_number(const Command& c) const { return bank_group_number(c) * banks + c.bank; }
};

}  // namespace ngpcsim::dram_checker
