#pragma once
#include "sim/app/json.h"

namespace ngpcsim::app {

/// a / b, or null where b is 0: what has no denominator does not apply.
[[nodiscard]] inline Json ratio(double a, double b) { return b == 0.0 ? Json(nullptr) : Json(a / b); }
[[nodiscard]] inline Json ratio(std::uint64_t a, std::uint64_t b) { return ratio(static_cast<double>(a), static_cast<double>(b)); }

}  // namespace ngpcsim::app
