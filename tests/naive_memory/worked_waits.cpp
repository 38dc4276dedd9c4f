#include "tests/naive_memory/worked_base.h"
#include "tests/naive_memory/worked_cases.h"

// docs/memory.md, section 3: what a look-up waits for. In all of them the first look-up is at 3 and its line is filled at 25.
namespace ngpcsim::naive_memory {
namespace {

WorkedCase targets() {
  // Looked up at 3, 4, and 5 .. 25, where the fill has made the third a hit. All are finished at 30 and leave one an edge.
  MemorySetup setup = worked_setup();
  setup.sources = 3;
  setup.mshr_targets = 2;
  return {"mshr_targets",
          setup,
          {read(0, 0, 32, 0), read(0, 0, 32, 1), read(0, 0, 32, 2)},
          {33, 34, 35},
          {{.reads = 3, .hits = 1, .merges = 1, .misses = 1, .dram_read_bytes = 32, .busy = 3, .mshr_targets = 20}}};
}

WorkedCase mshrs() {
  // The other line waits 4 .. 24, is read from 25 on, filled at 47, finished at 52.
  MemorySetup setup = worked_setup();
  setup.mshrs = 1;
  return {"mshr_full", setup, {read(0, 0), read(0, 128)}, {33, 55}, {{.reads = 2, .misses = 2, .dram_read_bytes = 64, .busy = 2, .mshr_full = 21}}};
}

WorkedCase ways() {
  MemorySetup setup = worked_setup();
  setup.ways = 1;
  setup.sets = 8;
  return {"ways_full",
          setup,
          {read(0, 0), read(0, 1024)},
          {33, 55},
          {{.reads = 2, .misses = 2, .evictions = 1, .dram_read_bytes = 64, .busy = 2, .ways_full = 21}}};
}

WorkedCase output() {
  // Hits at 103 and, as the first leaves at 108, at 109.
  MemorySetup setup = worked_setup();
  setup.output_queue = 1;
  return {"output_full",
          setup,
          {read(0, 0), read(100, 0), read(100, 0)},
          {33, 100 + kHit, 106 + kHit},
          {{.reads = 3, .hits = 2, .misses = 1, .dram_read_bytes = 32, .busy = 3, .output_full = 5}}};
}

WorkedCase waiters_are_not_output() {
  MemorySetup setup = worked_setup();
  setup.output_queue = 1;
  return {"pieces that wait for a fill are not in the output queue",
          setup,
          {read(0, 0), read(0, 0)},
          {33, 34},
          {{.reads = 2, .merges = 1, .misses = 1, .dram_read_bytes = 32, .busy = 2}}};
}

WorkedCase dram() {
  // Made at 3, accepted at 4, seen at 5: one edge of waiting. The second arrives at 6, is accepted at 4 + 3 and answered at 27: filled at 28, finished at 33.
  MemorySetup setup = worked_setup();
  setup.dram_queue = 1;
  setup.dram.gap = 3;
  return {"dram_full", setup, {read(0, 0), read(0, 128)}, {33, 36}, {{.reads = 2, .misses = 2, .dram_read_bytes = 64, .busy = 2, .dram_full = 1}}};
}

}  // namespace

std::vector<WorkedCase> worked_waits() { return {targets(), mshrs(), ways(), output(), waiters_are_not_output(), dram()}; }

}  // namespace ngpcsim::naive_memory
