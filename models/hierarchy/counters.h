#pragma once
#include <array>
#include <cstdint>

namespace ngpcsim::models::hierarchy {

/// Why a look-up waits (docs/memory.md, 3), in the order in which reasons are tried.
enum class Wait { kOutputFull, kDramFull, kMshrTargets, kMshrFull, kWaysFull };
inline constexpr std::size_t kWaits = 5;

/// The account of one slice (docs/memory.md, 8).
struct SliceCounters {
  std::uint64_t reads = 0, writes = 0, atomics = 0;  ///< pieces
  std::uint64_t hits = 0, merges = 0, misses = 0, allocations = 0, bypasses = 0;
  std::uint64_t prefetches = 0, evictions = 0, dirty_evictions = 0;
  std::uint64_t dram_read_bytes = 0, dram_write_bytes = 0;
  std::uint64_t busy = 0;  ///< edges, like the waits
  std::array<std::uint64_t, kWaits> waits{};

  [[nodiscard]] std::uint64_t pieces() const { return reads + writes + atomics; }
  [[nodiscard]] std::uint64_t waited(Wait reason) const { return waits[static_cast<std::size_t>(reason)]; }

  SliceCounters& operator+=(const SliceCounters& o) {
    reads += o.reads, writes += o.writes, atomics += o.atomics;
    hits += o.hits, merges += o.merges, misses += o.misses, allocations += o.allocations, bypasses += o.bypasses;
    prefetches += o.prefetches, evictions += o.evictions, dirty_evictions += o.dirty_evictions;
    dram_read_bytes += o.dram_read_bytes, dram_write_bytes += o.dram_write_bytes, busy += o.busy;
    for (std::size_t w = 0; w < kWaits; ++w) waits[w] += o.waits[w];
    return *this;
  }
};

}  // namespace ngpcsim::models::hierarchy
