#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tests/dram_checker/bank_check.h"
#include "tests/dram_checker/device.h"
#include "tests/dram_checker/rule_check.h"
#include "tests/dram_checker/violation.h"

namespace ngpcsim::dram_checker {

/// Refreshes against the times at which they are due (docs/dram.md, section 5). A rank owes its n-th refresh from due(n) on and must issue it once more than
/// `postpone` are owed: from `due(n + postpone)` on it is *forced*.
///
/// | violation | |
/// |---|---|
/// | refresh.kind | a REF of a device in per-bank mode, or the reverse |
/// | refresh.early | before it was owed |
/// | refresh.bank | a REFPB to another bank than the one whose turn it is |
/// | refresh.late | forced, and neither it nor its precharge came in the first cycle that the rules allowed |
/// | refresh.blocked | an ACT or column command where a refresh is forced or its PREA was issued |
/// | refresh.missing | forced and possible before the run ended, and never issued |
class RefreshCheck {
 public:
  RefreshCheck(const Device& device, const RuleCheck& rules, const BankCheck& banks);

  /// Before `rules` and `banks` have taken the command.
  void take(const Command& command, Report& report);
  /// `end`: of the run; what was possible before it must have come.
  void finish(std::uint64_t end, Report& report) const;

 private:
  struct Rank {
    std::uint64_t issued = 0;
    std::uint64_t line = 0;                     ///< of the last refresh
    std::optional<std::uint64_t> precharge_all; ///< line of the PREA for the next refresh
  };

  [[nodiscard]] std::uint64_t due(std::uint64_t rank, std::uint64_t n) const;
  [[nodiscard]] std::uint64_t forced_from(std::uint64_t rank) const { return due(rank, ranks_[rank].issued + postpone_); }
  /// The command that brings the next refresh of a rank nearer: PREA or REF, PRE or REFPB.
  [[nodiscard]] Command next_step(std::uint64_t rank) const;
  /// The first cycle at which that command is forced and allowed.
  [[nodiscard]] std::uint64_t step_from(std::uint64_t rank, const Command& step) const;

  void take_refresh(const Command& command, Report& report);
  void check_blocked(const Command& command, Report& report) const;
  void check_waiting(const Command& command, Report& report) const;
  void add(Report& report, const char* rule, std::string what, const Command& command) const;

  Geometry geometry_;
  RefreshMode mode_;
  std::uint64_t interval_, postpone_;
  const RuleCheck& rules_;
  const BankCheck& banks_;
  std::vector<Rank> ranks_;
};

}  // namespace ngpcsim::dram_checker
