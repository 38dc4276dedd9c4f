#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "tests/dram_checker/command.h"
#include "tests/dram_checker/geometry.h"

namespace ngpcsim::dram_checker {

/// `controller.mapping` in both directions: docs/dram.md, section 6. Throws BadInput where the mapping does not fit the organization.
class AddressMap {
 public:
  AddressMap(const Geometry& geometry, const std::string& mapping, bool bank_hash);

  /// Channel to column of the burst that holds the byte; the other members are left as they are by default.
  [[nodiscard]] Command location(std::uint64_t address) const;
  /// The address of the burst's first byte.
  [[nodiscard]] std::uint64_t address(const Command& location) const;

 private:
  enum Field : std::size_t { kRow, kRank, kBankGroup, kBank, kColumn, kPseudoChannel, kChannel, kOffset, kFields };
  struct Part {
    Field field = kRow;
    std::uint64_t bits = 0;
    bool rest = false;  ///< takes the bits of the field that the other parts leave
  };

  [[nodiscard]] std::vector<Part> parse(const std::string& mapping) const;
  [[nodiscard]] std::uint64_t field_bits(Field field) const;
  [[nodiscard]] std::uint64_t hashed(std::uint64_t bank, std::uint64_t row) const { return bank_hash_ ? bank ^ (row % geometry_.banks_per_rank()) : bank; }

  Geometry geometry_;
  bool bank_hash_;
  std::vector<Part> parts_;           ///< from the lowest bits up; the channel, which need not be bits, is not among them
  std::uint64_t below_channel_ = 0;   ///< bits
};

}  // namespace ngpcsim::dram_checker
