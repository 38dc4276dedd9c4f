#pragma once
#include <cstdint>

#include "sim/config/describe.h"

namespace ngpcsim::models {

/// The memory `ideal`: a pipe with bandwidth, latency and an outstanding limit; the upper bound of any real memory system.
struct IdealMemoryParams {
  std::uint32_t clock_khz = 1218750;
  std::uint32_t bytes_per_cycle = 768;
  std::uint32_t latency_cycles = 244;
  std::uint32_t outstanding = 256;
  std::uint32_t sync_cycles = 2;
  std::uint32_t load_burst_bytes = 4096;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    v.integer("clock_khz", p.clock_khz, {.min = 1000, .max = 10000000}, {.unit = "kHz", .meaning = "clock of the memory", .source = "GDDR6X at 19.5 Gb/s per pin, 16 bits per clock"});
    v.integer("bytes_per_cycle", p.bytes_per_cycle, {.min = 1, .max = 65536}, {.unit = "B", .meaning = "bandwidth", .source = "RTX 3090: 384 pins x 16 bit = 936 GB/s at this clock"});
    v.integer("latency_cycles", p.latency_cycles, {.min = 1, .max = 100000}, {.unit = "cycles", .meaning = "from the last byte on the bus to the answer", .source = "our choice: 200 ns through L2 to GDDR6X"});
    v.integer("outstanding", p.outstanding, {.min = 1, .max = 65536}, {.unit = "requests", .meaning = "requests between acceptance and answer", .source = "our choice: four requests of 64 NFPs"});
    v.integer("sync_cycles", p.sync_cycles, {.min = 1, .max = 64}, {.unit = "cycles", .meaning = "receiver edges of a clock crossing between memory and NGPC, each way", .source = "our choice: a two-stage synchroniser"});
    v.integer("load_burst_bytes", p.load_burst_bytes, {.min = 64, .max = 1 << 20}, {.unit = "B", .meaning = "size of a request that loads tables and weights", .source = "our choice: as a chunk of queries"});
  }
};

}  // namespace ngpcsim::models
