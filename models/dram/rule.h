#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/dram/command.h"
#include "models/dram/params.h"
#include "sim/base/error.h"

namespace ngpcsim::models::dram {

/// Which previous commands a rule counts, seen from what its next command addresses.
enum class Scope : std::uint8_t { kBank, kBankGroup, kOtherBankGroup, kRank, kOtherRank, kPseudoChannel, kChannel };
inline constexpr std::array<std::string_view, 7> kScopeNames{"bank", "bank_group", "other_bank_group", "rank", "other_rank", "pseudo_channel", "channel"};

/// `next` not before the cycle of the window-th most recent `previous` in `scope`, plus `cycles`.
struct Rule {
  std::string name;
  CommandSet previous, next;
  Scope scope = Scope::kBank;
  std::uint64_t cycles = 0;
  std::uint32_t window = 1;
};

/// Where a parameter ("dram.rules.faw") was written, for messages.
using Where = std::function<InputLocation(std::string_view path)>;

/// The rules of a device, ignored ones left out, and which timing parameters they use.
struct RuleSet {
  std::vector<Rule> rules;
  std::array<bool, kTimings.size()> used{};
};

/// Reads the table (docs/dram.md, section 2). Throws InputError for whatever it does not allow.
[[nodiscard]] RuleSet parse_rules(const RuleTexts& texts, const TimingParams& timing, const Where& where);

}  // namespace ngpcsim::models::dram
