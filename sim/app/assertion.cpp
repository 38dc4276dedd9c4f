#include "sim/app/assertion.h"

#include <array>
#include <optional>

#include "sim/app/key_path.h"
#include "sim/config/number.h"
#include "sim/config/text.h"

namespace ngpcsim::app {
namespace {

// Longer ones first, so that "<=" is not read as "<".
constexpr std::array<std::string_view, 6> kOperators{"<=", ">=", "==", "!=", "<", ">"};

struct Split {
  std::string_view left, op, right;
};

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t";
  const std::size_t first = text.find_first_not_of(kSpace);
  return first == std::string_view::npos ? std::string_view{} : text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

const InputLocation& flag() {
  static const InputLocation location{.file = "--assert"};
  return location;
}

Split split(std::string_view expression) {
  const std::size_t at = expression.find_first_of("<>=!");
  if (at != std::string_view::npos) {
    for (const std::string_view op : kOperators) {
      if (expression.substr(at, op.size()) != op) continue;
      const Split parts{trimmed(expression.substr(0, at)), op, trimmed(expression.substr(at + op.size()))};
      const bool one_operator = parts.right.find_first_of("<>=!") == std::string_view::npos;
      if (!parts.left.empty() && !parts.right.empty() && one_operator) return parts;
      break;
    }
  }
  throw InputError(flag(), fmt::format("{} is no comparison", config::in_quotes(expression)), "KEY OP NUMBER, OP one of < <= > >= == !=, such as 'fps > 30'");
}

struct Side {
  std::optional<double> value;
  std::string shown;
};

Side side_of(std::string_view text, const Json& result) {
  if (const auto number = config::parse_real(text).value) return {number, std::string(text)};
  const Json& found = find_key(result, text, flag());
  Side side{std::nullopt, fmt::format("{} [{}]", text, value_text(found))};
  if (found.is_number()) side.value = found.get<double>();
  if (found.is_boolean()) side.value = found.get<bool>() ? 1.0 : 0.0;
  return side;
}

bool compares(double a, std::string_view op, double b) {
  if (op == "<") return a < b;
  if (op == "<=") return a <= b;
  if (op == ">") return a > b;
  if (op == ">=") return a >= b;
  return op == "==" ? a == b : a != b;
}

}  // namespace

void require_comparison(std::string_view expression) { static_cast<void>(split(expression)); }

AssertionResult evaluate_assertion(std::string_view expression, const Json& result) {
  const Split parts = split(expression);
  const Side left = side_of(parts.left, result);
  const Side right = side_of(parts.right, result);
  const bool holds = left.value && right.value && compares(*left.value, parts.op, *right.value);
  return {holds, fmt::format("{} {} {}", left.shown, parts.op, right.shown)};
}

}  // namespace ngpcsim::app
