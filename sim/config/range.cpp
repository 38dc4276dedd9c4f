#include "sim/config/range.h"

#include <cmath>

#include <fmt/format.h>

#include "sim/config/number.h"

namespace ngpcsim::config {

std::string range_text(const IntRange& range) {
  const bool open_above = range.max == std::numeric_limits<std::int64_t>::max();
  const bool open_below = range.min == std::numeric_limits<std::int64_t>::min();
  std::string text = fmt::format("{}..{}", range.min, range.max);
  if (open_above) text = fmt::format(">= {}", range.min);
  if (open_below) text = fmt::format("<= {}", range.max);
  if (open_above && open_below) text = "any integer";
  return range.power_of_two ? text + " and a power of two" : text;
}

std::string range_text(const RealRange& range) {
  const bool open_above = std::isinf(range.max);
  const bool open_below = std::isinf(range.min);
  if (open_above && open_below) return "any finite number";
  if (open_above) return ">= " + print_real(range.min);
  if (open_below) return "<= " + print_real(range.max);
  return fmt::format("{}..{}", print_real(range.min), print_real(range.max));
}

}  // namespace ngpcsim::config
