#include "tests/dram_checker/rule.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "tests/dram_checker/bad_input.h"

namespace ngpcsim::dram_checker {
namespace {

constexpr std::array<std::pair<std::string_view, Scope>, 7> kScopes{{{"bank", Scope::kBank},
                                                                     {"bank_group", Scope::kBankGroup},
                                                                     {"other_bank_group", Scope::kOtherBankGroup},
                                                                     {"rank", Scope::kRank},
                                                                     {"other_rank", Scope::kOtherRank},
                                                                     {"pseudo_channel", Scope::kPseudoChannel},
                                                                     {"channel", Scope::kChannel}}};

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t start = 0;;) {
    const std::size_t end = text.find(separator, start);
    parts.push_back(text.substr(start, end - start));
    if (end == std::string_view::npos) return parts;
    start = end + 1;
  }
}

std::optional<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::uint64_t evaluate_term(std::string_view term, const Timing& timing) {
  if (const auto number = whole_number(term)) return *number;
  std::uint64_t factor = 1;
  std::string_view name = term;
  if (const std::size_t times = term.find('*'); times != std::string_view::npos) {
    const auto number = whole_number(term.substr(0, times));
    if (!number) throw BadInput(fmt::format("'{}': integer*parameter expected", term));
    factor = *number;
    name = term.substr(times + 1);
  }
  const auto parameter = timing.find(name);
  if (parameter == timing.end()) throw BadInput(fmt::format("the device has no timing parameter '{}'", name));
  return factor * parameter->second;
}

/// `one_bank` keeps the commands that address a whole rank out of `any`, and refuses them by name.
KindSet parse_set(std::string_view text, bool one_bank, const Timing& timing) {
  KindSet set;
  if (text == "any") {
    for (std::size_t kind = 0; kind < kCommandKinds; ++kind) set[kind] = !(one_bank && addresses_rank(static_cast<Kind>(kind)));
  } else {
    for (const std::string_view name : split(text, '|')) {
      const std::optional<Kind> kind = kind_named(name);
      if (!kind || !is_command(*kind)) throw BadInput(fmt::format("'{}' is no command", name));
      if (one_bank && addresses_rank(*kind)) throw BadInput(fmt::format("{} addresses a rank, not a bank", name));
      set.set(index_of(*kind));
    }
  }
  if (!timing.contains("RFCpb")) set.reset(index_of(Kind::kRefpb));
  return set;
}

}  // namespace

std::uint64_t evaluate_cycles(std::string_view expression, const Timing& timing) {
  std::int64_t sum = 0;
  char sign = '+';
  for (std::size_t start = 0;;) {
    const std::size_t end = std::min(expression.find_first_of("+-", start), expression.size());
    const auto term = static_cast<std::int64_t>(evaluate_term(expression.substr(start, end - start), timing));
    sum += sign == '+' ? term : -term;
    if (end == expression.size()) break;
    sign = expression[end];
    start = end + 1;
  }
  return sum < 0 ? 0 : static_cast<std::uint64_t>(sum);
}

std::optional<Rule> parse_rule(const std::string& name, const std::string& text, const Timing& timing) try {
  if (text == "none") return std::nullopt;
  const std::vector<std::string_view> words = split(text, ' ');
  if (words.size() < 4 || words.size() > 5) throw BadInput("PREVIOUS NEXT SCOPE CYCLES [window=N] expected");
  const auto scope = std::find_if(kScopes.begin(), kScopes.end(), [&](const auto& s) { return s.first == words[2]; });
  if (scope == kScopes.end()) throw BadInput(fmt::format("'{}' is no scope", words[2]));
  const bool one_bank = scope->second == Scope::kBank || scope->second == Scope::kBankGroup || scope->second == Scope::kOtherBankGroup;

  const KindSet previous = parse_set(words[0], one_bank, timing), next = parse_set(words[1], one_bank, timing);
  Rule rule{.name = name, .text = text, .previous = previous, .next = next, .scope = scope->second};
  if (rule.previous.none() || rule.next.none()) return std::nullopt;
  rule.cycles = evaluate_cycles(words[3], timing);
  if (words.size() == 5) {
    const auto window = words[4].starts_with("window=") ? whole_number(words[4].substr(7)) : std::nullopt;
    if (!window || *window == 0) throw BadInput(fmt::format("'{}': window=N expected", words[4]));
    rule.window = *window;
  }
  return rule;
} catch (const BadInput& error) {
  throw BadInput(fmt::format("rules.{} = \"{}\": {}", name, text, error.what()));
}

}  // namespace ngpcsim::dram_checker
