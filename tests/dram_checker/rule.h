#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "tests/dram_checker/command.h"

namespace ngpcsim::dram_checker {

/// The group `timing`, without the parameters that are 0: those the device does not have.
using Timing = std::map<std::string, std::uint64_t, std::less<>>;

enum class Scope { kBank, kBankGroup, kOtherBankGroup, kRank, kOtherRank, kPseudoChannel, kChannel };

/// A line of the rule table: docs/dram.md, section 2.
struct Rule {
  std::string name;
  std::string text;
  KindSet previous;
  KindSet next;
  Scope scope = Scope::kBank;
  std::uint64_t cycles = 0;
  std::uint64_t window = 1;
};

/// Terms joined by + and -: a parameter, an integer, or integer*parameter. Below 0 counts as 0. Throws BadInput.
[[nodiscard]] std::uint64_t evaluate_cycles(std::string_view expression, const Timing& timing);

/// Nothing where the rule is `none` or one of its sets is empty for this device. Throws BadInput.
[[nodiscard]] std::optional<Rule> parse_rule(const std::string& name, const std::string& text, const Timing& timing);

}  // namespace ngpcsim::dram_checker
