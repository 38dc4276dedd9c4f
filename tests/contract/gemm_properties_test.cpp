// What more of a thing must never do.
#include <functional>

#include <gtest/gtest.h>

#include "tests/contract/gemm_case.h"

namespace ngpcsim::contract {
namespace {

struct Counts {
  int worse = 0, better = 0;
};

/// Cases in which the changed array is done later, and earlier, than the given one.
Counts compare(const std::function<bool(GemmCase&)>& change, std::uint64_t cases = 1000) {
  Counts counts;
  for (std::uint64_t seed = 50'000; seed < 50'000 + cases; ++seed) {
    const GemmCase c = random_gemm_case(seed);
    GemmCase changed = c;
    if (!change(changed)) continue;
    const std::uint64_t before = run_model(c).done, after = run_model(changed).done;
    counts.worse += after > before ? 1 : 0;
    counts.better += after < before ? 1 : 0;
  }
  return counts;
}

TEST(GemmProperties, UnlimitedSupplyIsNeverSlower) {
  const Counts counts = compare([](GemmCase& c) {
    if (c.array.unlimited) return false;
    c.array.accumulator = 1'000'000;  // unlimited supply has no limit of sums either: compare what is comparable
    return c.array.unlimited = true;
  });
  EXPECT_EQ(counts.worse, 0);
  EXPECT_GT(counts.better, 500);
}

TEST(GemmProperties, PrefetchIsNeverSlowerWithoutWaits) {
  const Counts counts = compare([](GemmCase& c) {
    if (!c.array.unlimited || c.array.prefetch) return false;
    return c.array.prefetch = true;
  });
  EXPECT_EQ(counts.worse, 0);
  EXPECT_GT(counts.better, 20);
}

/// A faster memory, or more room for results, does not slow an array down in any of these cases; most become faster. It is no theorem: data that come sooner
/// let a read of the one operand go before one of the other.
TEST(GemmProperties, FasterMemories) {
  const auto check_never_worse = [](const char* what, const std::function<void(GemmCase&)>& change) {
    const Counts counts = compare([&](GemmCase& c) {
      if (c.array.unlimited) return false;
      change(c);
      return true;
    });
    EXPECT_EQ(counts.worse, 0) << what;
    EXPECT_GT(counts.better, 100) << what;
  };
  check_never_worse("bandwidth", [](GemmCase& c) { c.bytes_per_cycle *= 2; });
  check_never_worse("latency", [](GemmCase& c) { c.latency = (c.latency + 1) / 2; });
  check_never_worse("result queue", [](GemmCase& c) { c.array.result_queue += 64; });
}

}  // namespace
}  // namespace ngpcsim::contract
