#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "tests/dram_checker/device.h"
#include "tests/dram_checker/violation.h"

namespace ngpcsim::dram_checker {

/// The rule table of a device against the commands so far. Every rule keeps, for every place of its scope, its last `window` previous commands; nothing is
/// shared between rules.
class RuleCheck {
 public:
  explicit RuleCheck(const Device& device);

  /// Every rule that forbids `command` in its cycle.
  void check(const Command& command, Report& report) const;
  /// From now on `command` is a previous one.
  void remember(const Command& command);
  /// The first cycle at which the commands remembered so far allow this one.
  [[nodiscard]] std::uint64_t earliest(const Command& command) const;

 private:
  struct Seen {
    std::uint64_t cycle = 0;
    std::uint64_t line = 0;  ///< 0: none yet
    Kind kind = Kind::kAct;
  };
  struct History {
    Rule rule;
    std::uint64_t siblings = 1;  ///< with an `other_` scope: places among which the others are sought
    std::vector<Seen> seen;      ///< `window` entries a place, a ring
    std::vector<std::uint64_t> count;
  };

  [[nodiscard]] std::uint64_t place(Scope scope, const Command& command) const;
  /// The N-th most recent previous command in the scope of `command`.
  [[nodiscard]] std::optional<Seen> previous(const History& history, const Command& command) const;
  [[nodiscard]] static std::optional<Seen> nth_among_others(const History& history, std::uint64_t own);

  Geometry geometry_;
  std::vector<History> histories_;
  std::array<std::vector<std::size_t>, kKinds> by_previous_, by_next_;
};

}  // namespace ngpcsim::dram_checker
