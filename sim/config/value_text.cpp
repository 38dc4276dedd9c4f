#include "sim/config/value_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "sim/config/range.h"
#include "sim/config/suggest.h"
#include "sim/config/text.h"

namespace ngpcsim::config {
namespace {

std::string assignment(const ConfigNode& node, const std::string& path) { return fmt::format("{} = {}", path, in_quotes(*node.value)); }

std::string_view complaint(NumberError error, std::string_view kind) {
  switch (error) {
    case NumberError::kNotANumber: return kind == "integer" ? "is not an integer" : "is not a number";
    case NumberError::kTooLarge: return "is out of range";
    case NumberError::kNotFinite: return "is not finite";
  }
  return "is not a number";
}

}  // namespace

std::int64_t read_integer(const ConfigNode& node, const std::string& path, const IntRange& range) {
  const ParsedNumber<std::int64_t> parsed = parse_integer(*node.value);
  if (!parsed.value) throw InputError(node.at, fmt::format("{} {}", assignment(node, path), complaint(parsed.error, "integer")), range_text(range));
  const bool in_limits = *parsed.value >= range.min && *parsed.value <= range.max;
  if (!in_limits) throw InputError(node.at, assignment(node, path) + " is out of range", range_text(range));
  if (!contains(range, *parsed.value)) throw InputError(node.at, assignment(node, path) + " is not a power of two", range_text(range));
  return *parsed.value;
}

double check_real(const ConfigNode& node, const std::string& path, const RealRange& range, const ParsedNumber<double>& parsed) {
  if (!parsed.value) throw InputError(node.at, fmt::format("{} {}", assignment(node, path), complaint(parsed.error, "real")), range_text(range));
  if (!contains(range, *parsed.value)) throw InputError(node.at, assignment(node, path) + " is out of range", range_text(range));
  return *parsed.value;
}

bool read_flag(const ConfigNode& node, const std::string& path) {
  if (*node.value == "true") return true;
  if (*node.value == "false") return false;
  throw InputError(node.at, assignment(node, path) + " is not a flag", "true, false");
}

std::size_t read_choice(const ConfigNode& node, const std::string& path, std::span<const std::string_view> names) {
  const auto found = std::find(names.begin(), names.end(), *node.value);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  const std::vector<std::string_view> known(names.begin(), names.end());
  const auto near = nearest(*node.value, known);
  throw InputError(node.at, fmt::format("{} is not a choice{}", assignment(node, path), near ? fmt::format(" (did you mean {}?)", *near) : ""),
                   comma_list(known));
}

}  // namespace ngpcsim::config
