#include <gtest/gtest.h>

#include <array>

#include "tests/naive_memory/background.h"
#include "tests/naive_memory/print.h"
#include "tests/naive_memory/random_memory_case.h"
#include "tests/naive_memory/replacement.h"
#include "tests/naive_memory/slow_memory.h"
#include "tests/naive_memory/worked_cases.h"

// The slow reading of docs/memory.md on its own.
namespace ngpcsim::naive_memory {
namespace {

TEST(SlowMemory, Ports) { expect_worked_cases(worked_ports(), run_slowly); }
TEST(SlowMemory, Waits) { expect_worked_cases(worked_waits(), run_slowly); }
TEST(SlowMemory, Lines) { expect_worked_cases(worked_lines(), run_slowly); }
TEST(SlowMemory, Orders) { expect_worked_cases(worked_orders(), run_slowly); }
TEST(SlowMemory, Touches) { expect_worked_touches(run_slowly); }

TEST(SlowMemory, PiecesOfARequest) {
  // 3 slices, two lines of 32 each: 250 .. 420 of 192 bytes a round. Line 224 is the second of slice 0 in round 1.
  MemorySetup setup;
  setup.slices = 3;
  setup.line_bytes = 32;
  setup.interleave_bytes = 64;
  const std::vector<Piece> pieces = pieces_of(setup, {0, 5, Access::kRead, 250, 170, 0}, 0);
  struct Expected {
    unsigned slice;
    std::uint64_t address, bytes;
  };
  constexpr std::array<Expected, 7> kExpected{{{0, 122, 6}, {1, 64, 32}, {1, 96, 32}, {2, 64, 32}, {2, 96, 32}, {0, 128, 32}, {0, 160, 4}}};
  ASSERT_EQ(pieces.size(), kExpected.size());
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    EXPECT_EQ(pieces[k].slice, kExpected[k].slice) << k;
    EXPECT_EQ(pieces[k].address, kExpected[k].address) << k;
    EXPECT_EQ(pieces[k].bytes, kExpected[k].bytes) << k;
  }
}

TEST(SlowMemory, BackgroundRequests) {
  // The first output of SplitMix64 with seed 0, as its authors publish it.
  EXPECT_EQ(splitmix64(1), 0xE220A8397B1DCDAFULL);
  EXPECT_EQ(splitmix64(0), 0U);
  MemorySetup setup;
  setup.sources = 2;
  setup.background = {.period_x1000 = 1500, .bytes = 300, .port_bytes = 64, .ports = 1, .write_percent = 0, .pattern = Pattern::kSequential, .footprint_kib = 1};
  // floor(1024 / 300) = 3 places.
  const Request fifth = background_request(setup, 4);
  EXPECT_EQ(fifth.source, 2U);
  EXPECT_EQ(fifth.visible, 6U);
  EXPECT_EQ(fifth.address, (std::uint64_t{1} << 39) + 300);
  EXPECT_EQ(background_request(setup, 3).visible, 4U);
  setup.background.ports = 3;  // 4 mod 3
  EXPECT_EQ(background_request(setup, 4).source, 3U);
}

/// A set of four ways that hold something, and the victims of one call after the other where only some may go.
struct Candidates {
  Policy policy;
  std::vector<bool> may_go;
  std::vector<unsigned> victims;  ///< each is taken again
};

TEST(SlowMemory, VictimsAmongCandidates) {
  // All ways have been taken in order, then way 0 was touched.
  const std::vector<Candidates> table{
      {Policy::kLru, {true, false, true, true}, {2, 3, 0, 2}},
      // The tree points at 2, which may not go: 3. Behind that at 1, which may go; then at 2 again.
      {Policy::kPlru, {true, true, false, true}, {3, 1, 3, 0}},
      // Values 0 2 of the candidates: raised to 1 3, way 1 goes: 1 2. Raised to 2 3, way 1 again: 2 2. Raised to 3 3, way 0: 2 3. Way 1.
      {Policy::kSrrip, {true, true, false, false}, {1, 1, 0, 1}},
      // Of three: B400 = 46080, 5A00 = 23040, 2D00, 1680 are multiples of 3.
      {Policy::kRandom, {false, true, true, true}, {1, 1, 1, 1}},
  };
  for (const Candidates& row : table) {
    MemorySetup setup;
    setup.policy = row.policy;
    setup.ways = 4;
    Replacement replacement(setup);
    for (unsigned way = 0; way < 4; ++way) replacement.take(1, way);
    replacement.touch(1, 0);
    for (std::size_t k = 0; k < row.victims.size(); ++k) {
      const unsigned victim = replacement.victim(1, row.may_go);
      EXPECT_EQ(victim, row.victims[k]) << "policy " << static_cast<int>(row.policy) << " call " << k;
      replacement.take(1, victim);
    }
  }
}

TEST(SlowMemory, SumsClose) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const MemoryCase c = random_memory_case(seed);
    const Result result = run_slowly(c.setup, c.requests);
    ASSERT_EQ(result.answers.size(), c.requests.size()) << seed;
    std::uint64_t pieces_there = 0;
    for (const SliceAccount& a : result.slices) {
      ASSERT_EQ(a.hits + a.merges + a.misses + a.allocations + a.bypasses, a.reads + a.writes + a.atomics) << seed;
      ASSERT_LE(a.busy + a.output_full + a.dram_full + a.mshr_targets + a.mshr_full + a.ways_full, result.end + 1) << seed;
      if (c.setup.writes == Writes::kThrough) { ASSERT_EQ(a.dirty_evictions + a.allocations, 0U) << seed; }
      pieces_there += a.reads + a.writes + a.atomics;
    }
    std::uint64_t pieces = 0;
    for (const Request& request : c.requests) pieces += pieces_of(c.setup, request, 0).size();
    if (c.setup.background.period_x1000 == 0) { ASSERT_EQ(pieces_there, pieces) << seed; }
  }
}

TEST(SlowMemory, EveryMisreadingIsNoticed) {
  // The test of the random cases: each misreading changes what some of them give.
  for (unsigned misreading = 0; misreading < static_cast<unsigned>(Misreading::kCount); ++misreading) {
    unsigned noticed = 0;
    for (std::uint64_t seed = 0; seed < 2000 && noticed == 0; ++seed) {
      MemoryCase c = random_memory_case(seed);
      const Result right = run_slowly(c.setup, c.requests);
      c.setup.misreadings = 1U << misreading;
      if (run_slowly(c.setup, c.requests) != right) ++noticed;
    }
    EXPECT_GT(noticed, 0U) << "misreading " << misreading;
  }
}

}  // namespace
}  // namespace ngpcsim::naive_memory
