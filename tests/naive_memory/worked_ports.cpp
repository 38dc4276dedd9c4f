#include "tests/naive_memory/worked_base.h"
#include "tests/naive_memory/worked_cases.h"

// docs/memory.md, sections 2, 6 and 7.
namespace ngpcsim::naive_memory {
namespace {

WorkedCase idle() {
  return {"an idle read, missing and hitting",
          worked_setup(),
          {read(7, 0), read(107, 0)},
          {7 + kMiss, 107 + kHit},
          {{.reads = 2, .hits = 1, .misses = 1, .dram_read_bytes = 32, .busy = 2}}};
}

WorkedCase wide() {
  // The answer takes 128 / 32 = 4 edges at the port, of which kMiss has one.
  return {"an idle read of a line", worked_setup(), {read(0, 0, 128)}, {kMiss + 3}, {{.reads = 1, .misses = 1, .dram_read_bytes = 128, .busy = 4}}};
}

WorkedCase data_there() {
  // The write holds port and slice for 96 / 32 = 3 edges: the read leaves at 3 and is looked up at 6. The write covers its three sectors and brings no data
  // back.
  return {"a write's data go before the read",
          worked_setup(),
          {write(0, 0, 96), read(0, 128)},
          {kHit, 3 + kMiss},
          {{.reads = 1, .writes = 1, .misses = 1, .allocations = 1, .dram_read_bytes = 32, .busy = 4}}};
}

WorkedCase slow_slice() {
  // Leave at 0, 1; look-ups at 3 and 3 + 32 / 16 = 5; both finished by the fill at 3 + 22 = 25, at 30; they leave at 30 and 32.
  MemorySetup setup = worked_setup();
  setup.sources = 2;
  setup.slice_bytes = 16;
  return {"a slice of half the width",
          setup,
          {read(0, 0, 32, 0), read(0, 0, 32, 1)},
          {33, 35},
          {{.reads = 2, .merges = 1, .misses = 1, .dram_read_bytes = 32, .busy = 4}}};
}

WorkedCase two_slices() {
  // 64 bytes of either slice: they leave the port at 0, 1, are finished at 30, 31. The port takes 2 edges for the first, the second leaves at 32 and is there
  // at 32 + 2 - 1 + 3 = 36.
  MemorySetup setup = worked_setup();
  setup.slices = 2;
  setup.sets = 2;
  const SliceAccount each{.reads = 1, .misses = 1, .dram_read_bytes = 64, .busy = 2};
  return {"a read across two slices", setup, {read(0, 64, 128)}, {36}, {each, each}};
}

WorkedCase arbitration(Arbitration arbitration, const std::string& name, std::vector<Edge> answers) {
  // Leave at 0 .. 3, looked up at 3 .. 6; all four are finished at 30 and leave in that order.
  MemorySetup setup = worked_setup();
  setup.sources = 2;
  setup.arbitration = arbitration;
  return {name,
          setup,
          {read(0, 0, 32, 0), read(0, 0, 32, 0), read(0, 0, 32, 1), read(0, 0, 32, 1)},
          std::move(answers),
          {{.reads = 4, .merges = 3, .misses = 1, .dram_read_bytes = 32, .busy = 4}}};
}

WorkedCase older_first() {
  // The look-up of 0's write at 3 holds the only place until 4: 1's read has waited since 1, 0's since 2. Then that read has it until 8.
  MemorySetup setup = worked_setup();
  setup.sources = 2;
  setup.arbitration = Arbitration::kOldest;
  setup.input_queue = 1;
  return {"the older request first",
          setup,
          {write(0, 0, 32, 0), write(2, 0, 32, 0), write(1, 0, 32, 1)},
          {kHit, 8 + kHit, 4 + kHit},
          {{.writes = 3, .hits = 2, .allocations = 1, .busy = 3}}};
}

WorkedCase one_place() {
  // Looked up at 3, so the place is free from 4: the second leaves at 4 and is looked up at 7. Both are finished by the fill at 25.
  MemorySetup setup = worked_setup();
  setup.input_queue = 1;
  return {"an input queue of one", setup, {read(0, 0), read(0, 0)}, {33, 34}, {{.reads = 2, .merges = 1, .misses = 1, .dram_read_bytes = 32, .busy = 2}}};
}

WorkedCase two_clocks() {
  // Edge 3 is cycle 4.5: arrives at 5 + 1, answered at 26, which is edge 17.3: filled at 18 + 1, finished at 24.
  MemorySetup setup = worked_setup();
  setup.dram.khz = 1500;
  return {"a faster DRAM", setup, {read(0, 0)}, {24 + 3}, {{.reads = 1, .misses = 1, .dram_read_bytes = 32, .busy = 1}}};
}

WorkedCase with_background() {
  // Visible at 0, 30, 60, 90: sectors 0, 1 and 2 of a line, each fetched on its own before the end of the run at 40 + 33; the fourth comes too late.
  MemorySetup setup = worked_setup();
  setup.background.period_x1000 = 30000;
  return {"background", setup, {read(40, 0)}, {40 + kMiss}, {{.reads = 4, .misses = 4, .dram_read_bytes = 128, .busy = 4}}};
}

}  // namespace

std::vector<WorkedCase> worked_ports() {
  return {idle(),
          wide(),
          data_there(),
          slow_slice(),
          two_slices(),
          arbitration(Arbitration::kRoundRobin, "round robin", {33, 35, 34, 36}),
          arbitration(Arbitration::kOldest, "oldest", {33, 34, 35, 36}),
          older_first(),
          one_place(),
          two_clocks(),
          with_background()};
}

}  // namespace ngpcsim::naive_memory
