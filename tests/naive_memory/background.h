#pragma once
#include <cstdint>

#include "tests/naive_memory/setup.h"

namespace ngpcsim::naive_memory {

/// Section 6: SplitMix64's output for a state of k steps.
[[nodiscard]] std::uint64_t splitmix64(std::uint64_t k);

/// Request k of the background, as one of the sources behind all others.
[[nodiscard]] Request background_request(const MemorySetup& setup, std::uint64_t k);

}  // namespace ngpcsim::naive_memory
