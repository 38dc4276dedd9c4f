#pragma once
#include <array>
#include <cstdint>

namespace ngpcsim::models {

/// The bank accesses of one pass, in the order of its corners: what the policy `overlap` needs to know of a look-up (docs/timing.md, 2.1.1).
struct PassAccesses {
  std::array<std::uint8_t, 8> bank{};
  std::uint8_t count = 0;  ///< 0: the corners are reused
};

}  // namespace ngpcsim::models
