#pragma once
#include <cstdint>
#include <vector>

/// Memory `ideal` of docs/timing.md, section 3, cycle by cycle and byte by byte. Uses no header of the models.
namespace ngpcsim {

struct SlowRequest {
  std::uint64_t edge = 0;   ///< at which it is visible to the memory; grows along the list
  std::uint32_t bytes = 0;
};

struct SlowMemoryRun {
  std::vector<std::uint64_t> done;  ///< edge at which each answer is sent
  std::uint64_t busy_cycles = 0;    ///< cycles in which at least one byte moved
};

[[nodiscard]] SlowMemoryRun run_slow_memory(const std::vector<SlowRequest>& requests, std::uint32_t bytes_per_cycle, std::uint32_t latency,
                                            std::uint32_t outstanding);

}  // namespace ngpcsim
