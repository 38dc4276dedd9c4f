#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "tests/dram_checker/bank_check.h"
#include "tests/dram_checker/bus_check.h"
#include "tests/dram_checker/device.h"
#include "tests/dram_checker/refresh_check.h"
#include "tests/dram_checker/request.h"
#include "tests/dram_checker/request_check.h"
#include "tests/dram_checker/rule_check.h"
#include "tests/dram_checker/violation.h"

namespace ngpcsim::dram_checker {

/// What the command trace says about the run as a whole.
struct Totals {
  std::array<std::uint64_t, kKinds> lines{};  ///< by kind
  std::uint64_t hits = 0;       ///< column commands that found their row opened for another burst
  std::uint64_t misses = 0;     ///< the first of an ACT of a bank that no burst had closed
  std::uint64_t conflicts = 0;  ///< the first of an ACT behind a PRE for a burst
  std::uint64_t unused = 0;     ///< ACTs without a column command
  std::uint64_t end = 0;        ///< cycle
  std::uint64_t first_arrival = 0;
  std::uint64_t bytes = 0;      ///< of all requests

  [[nodiscard]] std::uint64_t count(Kind kind) const { return lines[index_of(kind)]; }
  [[nodiscard]] std::uint64_t all_lines() const;
  /// Bytes a second; 0 where nothing was requested.
  [[nodiscard]] double bandwidth(std::uint64_t clock_khz) const;
};

/// A whole command trace, line by line, against all that docs/dram.md says of one. Violations beside those of its parts: log.order (cycles of a channel go
/// backwards, or a command stands behind a FORWARD or MERGE of its cycle), log.range (a place that the device does not have), with requests or a
/// known end run.after_end (a command when the run was over), and run.end (data behind an end that is known).
class Checker {
 public:
  /// Without `requests` only what the device asks is checked. They must outlive the checker.
  Checker(const Device& device, const std::vector<Request>* requests, Report& report);
  Checker(const Checker&) = delete;
  Checker& operator=(const Checker&) = delete;

  void take(const Command& command);
  /// The run ended at `end`, or behind the last data where nothing else is said.
  [[nodiscard]] Totals finish(std::optional<std::uint64_t> end = {});

 private:
  struct BankUse {
    bool opened = false, used = false, closed_for_burst = false;
  };
  struct LastLine {
    std::uint64_t cycle = 0, line = 0;
    bool no_command = false;  ///< FORWARD or MERGE
  };

  [[nodiscard]] bool in_range(const Command& command);
  void check_order(const Command& command);
  void count(const Command& command);
  void close(BankUse& bank, bool for_burst);

  Device device_;
  Report& report_;
  RuleCheck rules_;
  BankCheck banks_;
  BusCheck bus_;
  RefreshCheck refresh_;
  std::optional<RequestCheck> requests_;
  std::vector<LastLine> last_;      ///< of each channel
  std::vector<BankUse> bank_uses_;
  Totals totals_;
};

}  // namespace ngpcsim::dram_checker
