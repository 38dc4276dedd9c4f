#pragma once
#include <cstdint>

#include "tests/naive/setup.h"

namespace ngpcsim::naive {

/// Bank of a word among `banks` (a power of two up to 256), by the table of docs/timing.md section 2.1.
[[nodiscard]] unsigned bank_of(BankMap map, std::uint32_t word, unsigned banks);

}  // namespace ngpcsim::naive
