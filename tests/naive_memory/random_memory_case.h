#pragma once
#include <cstdint>
#include <vector>

#include "tests/naive_memory/setup.h"

namespace ngpcsim::naive_memory {

struct MemoryCase {
  MemorySetup setup;
  std::vector<Request> requests{};  ///< in order of their edges
};

/// A small memory with tiny queues, and requests to few lines in bursts, so that merges, evictions and waits happen; a function of the seed.
[[nodiscard]] MemoryCase random_memory_case(std::uint64_t seed);

}  // namespace ngpcsim::naive_memory
