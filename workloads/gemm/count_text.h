#pragma once
#include <cstdint>
#include <string_view>

#include "sim/base/error.h"

namespace ngpcsim::workloads {

/// A size of a multiplication: decimal digits and nothing else, at least 1 and below stream::kMostMacs. Throws InputError at `at` with `what`, the
/// value and the allowed ones; "64.0", "1e3", "+4" and "H" are no sizes.
[[nodiscard]] std::uint64_t read_count(std::string_view text, const InputLocation& at, std::string_view what);

/// Decimal digits and nothing else; what they amount to does not matter.
[[nodiscard]] bool is_all_digits(std::string_view text);

}  // namespace ngpcsim::workloads
