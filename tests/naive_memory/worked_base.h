#pragma once
#include <cstdint>
#include <vector>

#include "tests/naive_memory/setup.h"

namespace ngpcsim::naive_memory {

/// What all worked cases start from: one slice of 4 sets of 2 lines of 4 sectors of 32 bytes, 32 bytes an edge everywhere, one clock, and a DRAM that takes
/// whatever comes and answers it 20 cycles later.
[[nodiscard]] inline MemorySetup worked_setup() {
  MemorySetup setup;
  setup.dram.spread = 1;
  return setup;
}

// Of 32 bytes in an idle memory, from visible to answered.
/// Port to slice 3, look-up to data 5, slice to port 3.
inline constexpr Edge kHit = 3 + 5 + 3;
/// And before the 5: to the DRAM 1, 20 cycles there, back 1.
inline constexpr Edge kMiss = kHit + 1 + 20 + 1;

[[nodiscard]] inline Request worked(Access access, Edge visible, std::uint64_t address, std::uint64_t bytes, unsigned source = 0) {
  return {source, visible, access, address, bytes, 0};
}
[[nodiscard]] inline Request read(Edge visible, std::uint64_t address, std::uint64_t bytes = 32, unsigned source = 0) {
  return worked(Access::kRead, visible, address, bytes, source);
}
[[nodiscard]] inline Request write(Edge visible, std::uint64_t address, std::uint64_t bytes = 32, unsigned source = 0) {
  return worked(Access::kWrite, visible, address, bytes, source);
}
[[nodiscard]] inline Request atomic_add(Edge visible, std::uint64_t address, std::uint64_t bytes = 32, unsigned source = 0) {
  return worked(Access::kAtomicAdd, visible, address, bytes, source);
}

}  // namespace ngpcsim::naive_memory
