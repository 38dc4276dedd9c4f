#pragma once
#include <cstdint>

namespace ngpcsim::rtl {

/// One write at the register port of a block (rtl/README.md, "Parameters and registers").
struct RegisterWrite {
  std::uint32_t address = 0;
  std::uint32_t value = 0;
};

}  // namespace ngpcsim::rtl
