#include "sim/app/sweep/condition.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "sim/config/number.h"
#include "sim/config/text.h"

namespace ngpcsim::app {
namespace {

constexpr std::array<std::string_view, 6> kOperators{"<=", ">=", "==", "!=", "<", ">"};
constexpr std::string_view kAllowed = "LEFT OP RIGHT with OP < <= > >= == !=, several joined by `and`";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\n");
  return first == std::string_view::npos ? std::string_view() : text.substr(first, text.find_last_not_of(" \t\n") - first + 1);
}

template <class Value>
bool compare(const Value& a, std::string_view op, const Value& b) {
  if (op == "==") return a == b;
  if (op == "!=") return a != b;
  if (op == "<") return a < b;
  if (op == "<=") return a <= b;
  return op == ">" ? a > b : a >= b;
}

}  // namespace

Condition::Condition(std::string_view text, bool unless, const InputLocation& at) : text_(text), unless_(unless), at_(at) {
  constexpr std::string_view kAnd = " and ";
  for (std::string_view rest = text;;) {
    const std::size_t end = std::min(rest.find(kAnd), rest.size());
    const std::string_view part = rest.substr(0, end);
    const auto op = std::find_if(kOperators.begin(), kOperators.end(), [part](std::string_view o) { return part.find(o) != std::string_view::npos; });
    const std::size_t where = op == kOperators.end() ? std::string_view::npos : part.find(*op);
    const std::string_view left = op == kOperators.end() ? "" : trimmed(part.substr(0, where)), right = op == kOperators.end() ? "" : trimmed(part.substr(where + op->size()));
    if (left.empty() || right.empty()) throw InputError(at, fmt::format("{} is no comparison", config::in_quotes(trimmed(part))), std::string(kAllowed));
    comparisons_.push_back({std::string(left), std::string(*op), std::string(right)});
    if (end == rest.size()) return;
    rest.remove_prefix(end + kAnd.size());
  }
}

std::vector<std::string> Condition::sides() const {
  std::vector<std::string> all;
  for (const Comparison& c : comparisons_) all.insert(all.end(), {c.left, c.right});
  return all;
}

bool Condition::holds(const std::function<std::optional<std::string>(std::string_view)>& value_of) const {
  for (const Comparison& c : comparisons_) {
    const std::string left = value_of(c.left).value_or(c.left), right = value_of(c.right).value_or(c.right);
    const auto a = config::parse_real(left).value, b = config::parse_real(right).value;
    if (!(a && b) && c.op != "==" && c.op != "!=")
      throw InputError(at_, fmt::format("{}: {} and {} are not both numbers", config::in_quotes(text_), config::in_quotes(left), config::in_quotes(right)), "== or != between texts, or names of axes");
    if (!(a && b ? compare(*a, c.op, *b) : compare(left, c.op, right))) return unless_;
  }
  return !unless_;
}

}  // namespace ngpcsim::app
