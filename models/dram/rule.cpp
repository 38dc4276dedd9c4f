#include "models/dram/rule.h"

#include <algorithm>

#include "sim/config/number.h"
#include "sim/config/suggest.h"
#include "sim/config/text.h"

namespace ngpcsim::models::dram {
namespace {

constexpr std::int64_t kLargestNumber = 1 << 20;
constexpr std::uint32_t kLargestWindow = 64;

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  for (std::size_t end; (end = text.find(separator, begin)) != std::string_view::npos; begin = end + 1) parts.push_back(text.substr(begin, end - begin));
  parts.push_back(text.substr(begin));
  return parts;
}

/// Reads one rule; what goes wrong is said with the rule's name and place.
class RuleReader {
 public:
  RuleReader(const RuleTexts::Entry& entry, const TimingParams& timing, const Where& where, RuleSet& into)
      : entry_(entry), timing_(timing), where_(where), into_(into) {}

  void read() {
    const std::vector<std::string_view> words = split(entry_.text, ' ');
    if (words.size() != 4 && words.size() != 5)
      fail(fmt::format("{} is no rule", config::in_quotes(entry_.text)), "PREVIOUS NEXT SCOPE CYCLES [window=N], or none");
    Rule rule{.name = entry_.name, .previous = commands(words[0]), .next = commands(words[1]), .scope = scope(words[2])};
    if (rule.scope <= Scope::kOtherBankGroup) {
      rule.previous = of_banks(rule.previous, words[0]);
      rule.next = of_banks(rule.next, words[1]);
    }
    if (rule.previous.empty() || rule.next.empty()) return;
    rule.cycles = cycles(words[3]);
    if (words.size() == 5) rule.window = window(words[4]);
    into_.rules.push_back(std::move(rule));
  }

 private:
  CommandSet commands(std::string_view text) const {
    CommandSet set;
    if (text == "any") {
      set = CommandSet::all();
    } else {
      for (const std::string_view word : split(text, '|')) {
        const auto found = std::find(kCommandNames.begin(), kCommandNames.end(), word);
        if (found == kCommandNames.end()) unknown("command", word, {kCommandNames.begin(), kCommandNames.end()});
        set.add(static_cast<Command>(found - kCommandNames.begin()));
      }
    }
    if (timing_[Timing::kRFCpb] == 0) set.remove(Command::kRefBank);
    return set;
  }

  CommandSet of_banks(CommandSet set, std::string_view word) const {
    if (word == "any") return set & CommandSet::of_banks();
    if ((set & CommandSet::of_banks()) != set) fail("PREA and REF address a rank, not a bank", "scopes rank, other_rank, pseudo_channel, channel");
    return set;
  }

  Scope scope(std::string_view word) const {
    const auto found = std::find(kScopeNames.begin(), kScopeNames.end(), word);
    if (found == kScopeNames.end()) unknown("scope", word, {kScopeNames.begin(), kScopeNames.end()});
    return static_cast<Scope>(found - kScopeNames.begin());
  }

  std::uint64_t cycles(std::string_view text) {
    std::int64_t sum = 0;
    std::size_t begin = 0;
    std::int64_t sign = 1;
    while (true) {
      const std::size_t end = std::min(text.find_first_of("+-", begin), text.size());
      sum += sign * term(text.substr(begin, end - begin));
      if (end == text.size()) break;
      sign = text[end] == '+' ? 1 : -1;
      begin = end + 1;
    }
    return static_cast<std::uint64_t>(std::max<std::int64_t>(sum, 0));
  }

  std::int64_t term(std::string_view text) {
    const std::size_t times = text.find('*');
    if (times != std::string_view::npos) return number(text.substr(0, times)) * parameter(text.substr(times + 1));
    return !text.empty() && text.front() >= '0' && text.front() <= '9' ? number(text) : parameter(text);
  }

  std::int64_t number(std::string_view text) const {
    const auto parsed = config::parse_integer(text);
    if (!parsed.value || *parsed.value < 0 || *parsed.value > kLargestNumber)
      fail(fmt::format("{} is no number of cycles", config::in_quotes(text)), fmt::format("0..{}", kLargestNumber));
    return *parsed.value;
  }

  std::int64_t parameter(std::string_view text) {
    const auto found = std::find_if(kTimings.begin(), kTimings.end(), [text](const TimingName& t) { return t.name == text; });
    if (found == kTimings.end()) {
      std::vector<std::string_view> names;
      for (const TimingName& t : kTimings) names.push_back(t.name);
      unknown("timing parameter", text, names);
    }
    const auto at = static_cast<std::size_t>(found - kTimings.begin());
    into_.used[at] = true;
    if (timing_.cycles[at] == 0) fail(fmt::format("the device has no {}", text), fmt::format("dram.timing.{} of 1 cycle or more, or none for this rule", text));
    return timing_.cycles[at];
  }

  std::uint32_t window(std::string_view text) const {
    const bool named = text.starts_with("window=");
    const auto parsed = config::parse_integer(named ? text.substr(7) : std::string_view());
    if (!parsed.value || *parsed.value < 1 || *parsed.value > kLargestWindow)
      fail(fmt::format("{} is no window", config::in_quotes(text)), fmt::format("window=1..{}", kLargestWindow));
    return static_cast<std::uint32_t>(*parsed.value);
  }

  [[noreturn]] void unknown(std::string_view what, std::string_view word, const std::vector<std::string_view>& known) const {
    const auto near = config::nearest(word, known);
    fail(fmt::format("no {} is named {}{}", what, config::in_quotes(word), near ? fmt::format(" (did you mean {}?)", *near) : ""), config::comma_list(known));
  }
  [[noreturn]] void fail(const std::string& what, const std::string& allowed) const {
    const std::string path = "dram.rules." + entry_.name;
    throw InputError(where_(path), fmt::format("{}: {}", path, what), allowed);
  }

  const RuleTexts::Entry& entry_;
  const TimingParams& timing_;
  const Where& where_;
  RuleSet& into_;
};

}  // namespace

RuleSet parse_rules(const RuleTexts& texts, const TimingParams& timing, const Where& where) {
  RuleSet set;
  for (const RuleTexts::Entry& entry : texts.entries)
    if (entry.text != "none") RuleReader(entry, timing, where, set).read();
  return set;
}

}  // namespace ngpcsim::models::dram
