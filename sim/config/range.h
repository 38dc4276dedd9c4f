#pragma once
#include <algorithm>
#include <concepts>
#include <cstdint>
#include <limits>
#include <string>

#include "sim/config/describe.h"

namespace ngpcsim::config {

/// `range` cut to what the type can hold, so that a value in it converts without loss.
template <std::integral Integer>
[[nodiscard]] constexpr IntRange within_type(IntRange range) {
  if constexpr (std::unsigned_integral<Integer>) {
    range.min = std::max<std::int64_t>(range.min, 0);
  } else {
    range.min = std::max<std::int64_t>(range.min, std::numeric_limits<Integer>::min());
  }
  constexpr auto kLargest = static_cast<std::uint64_t>(std::numeric_limits<Integer>::max());
  if (static_cast<std::uint64_t>(std::max<std::int64_t>(range.max, 0)) > kLargest) range.max = static_cast<std::int64_t>(kLargest);
  return range;
}

[[nodiscard]] constexpr bool is_power_of_two(std::int64_t value) { return value > 0 && (value & (value - 1)) == 0; }

[[nodiscard]] constexpr bool contains(const IntRange& range, std::int64_t value) {
  return value >= range.min && value <= range.max && (!range.power_of_two || is_power_of_two(value));
}
/// False for NaN and infinities.
[[nodiscard]] constexpr bool contains(const RealRange& range, double value) {
  constexpr double kLargest = std::numeric_limits<double>::max();
  return value >= range.min && value <= range.max && value >= -kLargest && value <= kLargest;
}

/// The range in words: "1..64", "1..64 and a power of two", ">= 0", "any finite number".
[[nodiscard]] std::string range_text(const IntRange& range);
[[nodiscard]] std::string range_text(const RealRange& range);

}  // namespace ngpcsim::config
