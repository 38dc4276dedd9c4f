#pragma once
#include <array>
#include <cstdint>

#include "tests/naive/setup.h"

/// What looking up one cell costs, counted corner by corner with the plain look-up of the naive twin. Uses no header of the models.
namespace ngpcsim {

struct SlowSram {
  naive::BankMap map = naive::BankMap::kXor;
  unsigned banks = 8;
  unsigned word_entries = 1;
};

struct SlowCost {
  unsigned fullest = 0;
  unsigned accesses = 0;
  friend bool operator==(const SlowCost&, const SlowCost&) = default;
};

/// `cell` is the lower corner.
[[nodiscard]] SlowCost slow_cell_cost(const naive::GridSetup& grid, const naive::Level& level, const std::array<std::uint32_t, 3>& cell, const SlowSram& sram);

}  // namespace ngpcsim
