#include "tests/naive_memory/worked_base.h"
#include "tests/naive_memory/worked_cases.h"

// docs/memory.md, sections 3, 4 and 7: when something is there, is sent or leaves, where several things happen at once.
namespace ngpcsim::naive_memory {
namespace {

WorkedCase fills_of_an_edge() {
  // Two edges a cycle: look-ups at 3, 4 ask in cycle 2, arrive in 3 and are answered in 23, which is edge 46: filled at 47, finished at 52. The third has
  // joined the first, whose fill comes before the second's, at 5: it leaves before the second.
  MemorySetup setup = worked_setup();
  setup.dram.khz = 500;
  return {"pieces finished at once leave in order of the fills",
          setup,
          {read(0, 0), read(0, 128), read(0, 0)},
          {55, 57, 56},
          {{.reads = 3, .merges = 1, .misses = 2, .dram_read_bytes = 64, .busy = 3}}};
}

WorkedCase atomic_covers() {
  // The read is looked up at 8; the fill at 25 finishes both.
  return {"an atomic add waits for its sector, and who reads it too",
          worked_setup(),
          {atomic_add(0, 0), read(5, 0)},
          {33, 34},
          {{.reads = 1, .atomics = 1, .merges = 1, .misses = 1, .dram_read_bytes = 32, .busy = 2}}};
}

WorkedCase atomic_writes() {
  // The fetch and the write behind it are accepted at 4 and 7, the other fetch at 10.
  MemorySetup setup = worked_setup();
  setup.dram.gap = 3;
  setup.writes = Writes::kThrough;
  return {"an atomic add sends its write at the look-up",
          setup,
          {atomic_add(0, 0), read(0, 128)},
          {33, 39},
          {{.reads = 1, .atomics = 1, .misses = 2, .dram_read_bytes = 64, .dram_write_bytes = 32, .busy = 2}}};
}

}  // namespace

std::vector<WorkedCase> worked_orders() { return {fills_of_an_edge(), atomic_covers(), atomic_writes()}; }

}  // namespace ngpcsim::naive_memory
