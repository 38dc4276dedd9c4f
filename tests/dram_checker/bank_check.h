#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "tests/dram_checker/geometry.h"
#include "tests/dram_checker/violation.h"

namespace ngpcsim::dram_checker {

/// Which row of each bank is open: what a command may find, and what it leaves. Violations: bank.open, bank.closed, bank.row.
class BankCheck {
 public:
  explicit BankCheck(const Geometry& geometry);

  /// Checks the command against the banks, then does what it does.
  void take(const Command& command, Report& report);

  [[nodiscard]] bool is_open(const Command& command) const { return banks_[geometry_.bank_number(command)].row.has_value(); }
  [[nodiscard]] std::uint64_t open_banks(const Command& command) const { return open_banks_[geometry_.rank_number(command)]; }

 private:
  struct Bank {
    std::optional<std::uint64_t> row;
    std::uint64_t line = 0;  ///< of the last command that opened or closed the bank
  };

  void take_rank(const Command& command, Report& report);
  void set_row(Bank& bank, const Command& command, std::optional<std::uint64_t> row);

  Geometry geometry_;
  std::vector<Bank> banks_;
  std::vector<std::uint64_t> open_banks_;  ///< of each rank
};

}  // namespace ngpcsim::dram_checker
