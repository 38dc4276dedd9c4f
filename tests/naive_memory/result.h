#pragma once
#include <cstdint>
#include <vector>

#include "tests/naive_memory/setup.h"

namespace ngpcsim::naive_memory {

struct Answer {
  unsigned source = 0;
  std::uint64_t id = 0;
  Edge edge = 0;

  friend auto operator<=>(const Answer&, const Answer&) = default;
};

/// Section 8.
struct SliceAccount {
  std::uint64_t reads = 0, writes = 0, atomics = 0;
  std::uint64_t hits = 0, merges = 0, misses = 0, allocations = 0, bypasses = 0;
  std::uint64_t prefetches = 0, evictions = 0, dirty_evictions = 0;
  std::uint64_t dram_read_bytes = 0, dram_write_bytes = 0;
  std::uint64_t busy = 0, output_full = 0, dram_full = 0, mshr_targets = 0, mshr_full = 0, ways_full = 0;  ///< edges

  friend bool operator==(const SliceAccount&, const SliceAccount&) = default;
};

struct Result {
  std::vector<Answer> answers{};  ///< sorted by source and id
  std::vector<SliceAccount> slices{};
  Edge end = 0;  ///< the last edge that counts: that of the last answer to a source

  friend bool operator==(const Result&, const Result&) = default;
};

}  // namespace ngpcsim::naive_memory
