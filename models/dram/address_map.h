#pragma once
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "models/dram/geometry.h"
#include "sim/base/error.h"

namespace ngpcsim::models::dram {

/// Address to place and back: bit fields, and a channel number that need not be a power of two (docs/dram.md, section 6).
class AddressMap {
 public:
  /// Throws InputError at `at` where the text is no mapping of this device.
  AddressMap(std::string_view text, bool bank_hash, const Geometry& geometry, const InputLocation& at);

  /// Of an address below the capacity; bits within the burst do not matter.
  [[nodiscard]] Place place(std::uint64_t address) const;
  /// The address of the burst's first byte.
  [[nodiscard]] std::uint64_t address(const Place& place) const;

 private:
  friend class MappingReader;

  /// Bits of a number of the place: `mask` of them from `shift` of the address without its channel, to `at` of the number.
  struct Part {
    std::uint8_t shift, at;
    std::uint32_t mask;
  };
  [[nodiscard]] static std::uint32_t gather(const std::vector<Part>& parts, std::uint64_t rest) {
    std::uint32_t number = 0;
    for (const Part& part : parts) number |= (static_cast<std::uint32_t>(rest >> part.shift) & part.mask) << part.at;
    return number;
  }
  [[nodiscard]] std::uint32_t hash(std::uint32_t row) const { return row & hash_mask_; }

  Geometry geometry_;
  std::vector<Part> row_, bank_, column_;  ///< the bank's parts make its number within the channel
  std::uint32_t channel_shift_ = 0, channel_bits_ = 0;
  bool channels_power_of_two_ = true;
  std::uint32_t hash_mask_ = 0;
};

}  // namespace ngpcsim::models::dram
