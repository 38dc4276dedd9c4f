#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "rtl/bridge/sizes.h"
#include "sim/base/error.h"

/// RTL is compiled for fixed sizes: a parameter of a chip that another size was compiled for is bad input.
namespace ngpcsim::rtl {

inline void require_equal(std::string_view parameter, std::uint32_t value, std::string_view size, std::uint32_t built) {
  if (value == built) return;
  throw InputError({.file = std::string(parameter)}, fmt::format("{}, but the RTL was compiled with {} = {}", value, size, built), fmt::format("{}", built));
}
inline void require_equal(std::string_view parameter, std::uint32_t value, const Sizes& sizes, std::string_view size) {
  require_equal(parameter, value, size, sizes[size]);
}

/// `of` says what is counted: "levels in one engine".
inline void require_at_most(std::string_view parameter, std::uint64_t value, std::string_view of, std::string_view size, std::uint32_t built) {
  if (value <= built) return;
  throw InputError({.file = std::string(parameter)}, fmt::format("{} {}, but the RTL was compiled with {} = {}", value, of, size, built), fmt::format("at most {}", built));
}
inline void require_at_most(std::string_view parameter, std::uint64_t value, std::string_view of, const Sizes& sizes, std::string_view size) {
  require_at_most(parameter, value, of, size, sizes[size]);
}

}  // namespace ngpcsim::rtl
