#include "tests/naive_memory/worked_base.h"
#include "tests/naive_memory/worked_cases.h"

// docs/memory.md, sections 3 and 5: what is fetched, written and kept. 0, 512 and 1024 are of one set of two ways.
namespace ngpcsim::naive_memory {
namespace {

MemorySetup slow_dram() {
  MemorySetup setup = worked_setup();
  setup.dram.gap = 3;
  return setup;
}

WorkedCase write_back() {
  // The second read puts line 0 out: its write is accepted at 204, the read three cycles later.
  return {"write_back",
          slow_dram(),
          {write(0, 0), read(100, 512), read(200, 1024)},
          {kHit, 100 + kMiss, 203 + kMiss},
          {{.reads = 2,
            .writes = 1,
            .misses = 2,
            .allocations = 1,
            .evictions = 1,
            .dirty_evictions = 1,
            .dram_read_bytes = 64,
            .dram_write_bytes = 32,
            .busy = 3}}};
}

WorkedCase write_through() {
  // Line 0 is not there and stays away, so nothing is put out. 40 bytes cover sector 0 of line 512 and leave sector 1 to be fetched; sector 3 is written whole
  // and then there.
  MemorySetup setup = slow_dram();
  setup.writes = Writes::kThrough;
  return {"write_through",
          setup,
          {write(0, 0), read(100, 512), read(200, 1024), write(300, 512, 40), read(400, 544), write(500, 608), read(600, 608)},
          {kHit, 100 + kMiss, 200 + kMiss, 300 + kHit, 400 + kMiss, 500 + kHit, 600 + kHit},
          {{.reads = 4, .writes = 3, .hits = 3, .misses = 3, .bypasses = 1, .dram_read_bytes = 96, .dram_write_bytes = 104, .busy = 8}}};
}

WorkedCase atomics_through() {
  MemorySetup setup = worked_setup();
  setup.writes = Writes::kThrough;
  return {"write_through, atomic adds",
          setup,
          {atomic_add(0, 0), atomic_add(100, 0)},
          {kMiss, 100 + kHit},
          {{.atomics = 2, .hits = 1, .misses = 1, .dram_read_bytes = 32, .dram_write_bytes = 64, .busy = 2}}};
}

WorkedCase atomics_back() {
  // The second finds the sector dirty; the second read puts it out.
  return {"write_back, atomic adds",
          worked_setup(),
          {atomic_add(0, 0), atomic_add(100, 0), read(200, 512), read(300, 1024)},
          {kMiss, 100 + kHit, 200 + kMiss, 300 + kMiss},
          {{.reads = 2, .atomics = 2, .hits = 1, .misses = 3, .evictions = 1, .dirty_evictions = 1, .dram_read_bytes = 96, .dram_write_bytes = 32, .busy = 4}}};
}

WorkedCase sectors() {
  // 48 bytes cover one sector and fetch the other; 64 bytes cover two. Of 96 bytes then one sector is missing; they take 2 edges more than 32 at the port.
  return {"a write fetches what it covers in part",
          worked_setup(),
          {write(0, 0, 48), write(100, 128, 64), read(200, 128, 96)},
          {kMiss, 100 + kHit, 200 + kMiss + 2},
          {{.reads = 1, .writes = 2, .misses = 2, .allocations = 1, .dram_read_bytes = 64, .busy = 2 + 2 + 3}}};
}

WorkedCase two_runs() {
  // Sector 1 is there: sector 0 and sectors 2, 3 are fetched, the latter three cycles later; 128 bytes take three edges more than 32 at the port.
  return {"a fetch around a valid sector",
          slow_dram(),
          {read(0, 32), read(100, 0, 128)},
          {kMiss, 100 + kMiss + 3 + 3},
          {{.reads = 2, .misses = 2, .dram_read_bytes = 128, .busy = 5}}};
}

WorkedCase dirty_runs() {
  // Sectors 0 and 2 are dirty: two writes before the read, accepted at 304, 307 and 310.
  return {"a victim written in two runs",
          slow_dram(),
          {write(0, 0), write(100, 64), read(200, 512), read(300, 1024)},
          {kHit, 100 + kHit, 200 + kMiss, 306 + kMiss},
          {{.reads = 2,
            .writes = 2,
            .hits = 1,
            .misses = 2,
            .allocations = 1,
            .evictions = 1,
            .dirty_evictions = 1,
            .dram_read_bytes = 64,
            .dram_write_bytes = 64,
            .busy = 4}}};
}

WorkedCase write_into_a_fetch() {
  // The read holds the slice for edges 3 .. 6. The write needs nothing, so it is a hit at 7 of the line that is on its way.
  return {"a write into a line on its way",
          worked_setup(),
          {read(0, 0, 128), write(0, 0)},
          {kMiss + 3, 4 + kHit},
          {{.reads = 1, .writes = 1, .hits = 1, .misses = 1, .dram_read_bytes = 128, .busy = 5}}};
}

WorkedCase prefetch() {
  // Line 128 is asked for with line 0 and accepted three cycles later, filled at 28; who asks for it at 13 waits until then, and prefetches nothing as it
  // allocates nothing. Atomic adds do not prefetch. The last read would prefetch line 640, which is there.
  MemorySetup setup = slow_dram();
  setup.next_line = true;
  return {"prefetch of the next line",
          setup,
          {read(0, 0), read(10, 128), read(100, 224), atomic_add(200, 640), read(300, 512)},
          {kMiss, 28 + 5 + 3, 100 + kHit, 200 + kMiss, 300 + kMiss},
          {{.reads = 4, .atomics = 1, .hits = 1, .merges = 1, .misses = 3, .prefetches = 1, .dram_read_bytes = 3 * 32 + 128, .busy = 5}}};
}

}  // namespace

std::vector<WorkedCase> worked_lines() {
  return {write_back(), write_through(), atomics_through(), atomics_back(), sectors(), two_runs(), dirty_runs(), write_into_a_fetch(), prefetch()};
}

std::vector<WorkedTouches> worked_touches() {
  // Ways 0 .. 3 have A .. D at first.
  return {
      // A is touched again, so E puts B out, B puts C out; E, A and D stay.
      {"lru", Policy::kLru, "ABCDAEABED", "mmmmhmhmhh"},
      // Root, left and right node point away from the last touch of theirs. Behind A: right, at C's way 2: E there. Behind B: right again, at way 3: C there.
      // Now left, at way 0: D there. E has stayed; behind it the left half has the victim B, way 1: A there.
      {"plru", Policy::kPlru, "ABCDAEBCDEAB", "mmmmhmhmmhmm"},
      // Values 2 2 2 2, A 0. E: raised to 1 3 3 3, B goes: 1 2 3 3. B: C goes: 1 2 2 3. D 0. C: raised to 2 3 3 1, E goes: 2 2 3 1. E: B goes: 2 2 2 1.
      {"srrip", Policy::kSrrip, "ABCDAEBDCEACED", "mmmmhmmhmmhhhh"},
      // B400 5A00 2D00 1680 0B40 05A0 02D0 0168 00B4 are multiples of 4: way 0 nine times, E .. M. 005A: N in way 2. 002D: O in way 1. B416: C in way 2, N out.
      // 5A0B: N in way 3, D out. 9905: D in way 1, O out. F882: O in way 2, C out.
      {"random", Policy::kRandom, "ABCDEFGHIJKLMNOMNODCNCODOMN", "mmmmmmmmmmmmmmmhhhhmmhhmmhh"},
  };
}

}  // namespace ngpcsim::naive_memory
