// The recurrence of memory `ideal` against a memory that is looked at in every cycle and moves single bytes.
#include "models/memory/ideal_pipe.h"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "sim/base/rng.h"
#include "tests/unit/models/slow_memory.h"

namespace ngpcsim::models {
namespace {

TEST(IdealPipe, EqualsTheSlowMemory) {
  Rng rng(21);
  for (int n = 0; n < 2000; ++n) {
    const IdealMemoryParams params{.bytes_per_cycle = 1 + rng.below(40), .latency_cycles = 1 + rng.below(30), .outstanding = 1 + rng.below(6)};
    std::vector<SlowRequest> requests;
    std::uint64_t edge = 0;
    const std::uint32_t spread = 1 + rng.below(20);
    for (int i = 0; i < 40; ++i) requests.push_back({edge += rng.below(spread), 1 + rng.below(100)});

    const SlowMemoryRun slow = run_slow_memory(requests, params.bytes_per_cycle, params.latency_cycles, params.outstanding);
    IdealPipe pipe(params);
    std::vector<std::uint64_t> done;
    for (const SlowRequest& request : requests) done.push_back(pipe.serve(request.edge, request.bytes));
    ASSERT_EQ(done, slow.done) << "case " << n;
    ASSERT_EQ(pipe.busy(), slow.busy_cycles) << "case " << n;
  }
}

/// 10 bytes at 4 a cycle from edge 5: the bus is taken in cycles 5, 6 and half of 7, the last byte is there at 8, the answer is sent at 8 + 3.
/// The second request uses the other half of cycle 7 (2 bytes) and is complete at the same edge.
TEST(IdealPipe, Worked) {
  IdealPipe pipe({.bytes_per_cycle = 4, .latency_cycles = 3, .outstanding = 8});
  EXPECT_EQ(pipe.serve(5, 10), 11u);
  EXPECT_EQ(pipe.serve(5, 2), 11u);
  EXPECT_EQ(pipe.serve(5, 1), 12u);
  EXPECT_EQ(pipe.busy(), 4u);
}

/// One place: the next request is accepted the edge after the answer was sent.
TEST(IdealPipe, OneOutstanding) {
  IdealPipe pipe({.bytes_per_cycle = 8, .latency_cycles = 10, .outstanding = 1});
  EXPECT_EQ(pipe.serve(0, 8), 11u);       // bus in cycle 0, then 10
  EXPECT_EQ(pipe.serve(0, 8), 23u);       // accepted at 12
  EXPECT_EQ(pipe.serve(100, 16), 112u);   // two cycles of the bus
}

/// Full bandwidth over a long burst: n requests of b bytes take n b / B cycles and one latency.
TEST(IdealPipe, Bandwidth) {
  IdealPipe pipe({.bytes_per_cycle = 768, .latency_cycles = 244, .outstanding = 65536});
  std::uint64_t done = 0;
  for (int i = 0; i < 3000; ++i) done = pipe.serve(0, 4096);
  EXPECT_EQ(done, 3000u * 4096u / 768u + 244u);
  EXPECT_EQ(pipe.busy(), 16000u);
}

}  // namespace
}  // namespace ngpcsim::models
