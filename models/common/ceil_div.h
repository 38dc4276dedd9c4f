#pragma once
#include <cstdint>

namespace ngpcsim::models {

[[nodiscard]] constexpr std::uint64_t ceil_div(std::uint64_t a, std::uint64_t b) { return a / b + (a % b == 0 ? 0 : 1); }

}  // namespace ngpcsim::models
