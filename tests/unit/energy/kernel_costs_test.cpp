#include "models/common/host_costs.h"

#include <gtest/gtest.h>

#include "models/host/kernel_cost.h"
#include "sim/base/error.h"

namespace ngpcsim::gpu {
namespace {

constexpr KernelTimes kSimple{.ps_per_pixel = 1.25, .ps_per_probe = 0.001, .ps_per_query = 3.0, .us_per_launch = 0.5};

TEST(KernelCosts, AreExactAndLinear) {
  const KernelCosts costs(kSimple);
  EXPECT_EQ(costs.femtoseconds({.pixels = 4}), 5000u);
  EXPECT_EQ(costs.femtoseconds({.probes = 7}), 7u);
  EXPECT_EQ(costs.femtoseconds({.queries = 2}), 6000u);
  EXPECT_EQ(costs.femtoseconds({.launches = 3}), 1'500'000'000u);
  EXPECT_EQ(costs.femtoseconds({.pixels = 4, .probes = 7, .queries = 2, .launches = 3}), 1'500'011'007u);
  EXPECT_EQ(costs.picoseconds({.probes = 1}), 1u) << "rounded up";
  EXPECT_EQ(costs.picoseconds({.queries = 1}), 3u);
  EXPECT_EQ(costs.picoseconds({}), 0u);
}

TEST(KernelCosts, AreRoundedToFemtosecondsOnce) {
  // 0.0014 ps are 1.4 fs, taken as 1; 0.0015 ps as 2: a thousand probes cost 1 and 2 ps.
  EXPECT_EQ(KernelCosts({.ps_per_probe = 0.0014}).picoseconds({.probes = 1000}), 1u);
  EXPECT_EQ(KernelCosts({.ps_per_probe = 0.0015}).picoseconds({.probes = 1000}), 2u);
}

TEST(KernelCosts, LongWorkIsExactOrRefused) {
  // 2^26 queries of 1 ms each: 2^26 x 10^12 fs exceed 64 bits, 2^26 x 10^9 ps do not.
  const KernelCosts costs({.ps_per_query = 1e9});
  constexpr std::uint64_t kQueries = std::uint64_t{1} << 26;
  EXPECT_EQ(costs.picoseconds({.queries = kQueries}), kQueries * 1'000'000'000u);
  EXPECT_THROW((void)costs.femtoseconds({.queries = kQueries}), InvariantError);
  EXPECT_THROW((void)costs.picoseconds({.queries = std::uint64_t{1} << 40}), InvariantError);
}

TEST(KernelEdges, AddOneLaunchAndRoundUp) {
  const ClockDomain clock(2'000'000);  // an edge is 500 ps
  // 500 000 ps are 1000 edges exactly; 4 pixels add 5 ps, which take an edge of their own.
  EXPECT_EQ(models::kernel_edges({}, kSimple, clock), 1000u);
  EXPECT_EQ(models::kernel_edges({.pixels = 4}, kSimple, clock), 1001u);
  EXPECT_EQ(models::kernel_edges({.pixels = 400}, kSimple, clock), 1001u) << "500 ps";
  EXPECT_EQ(models::kernel_edges({.pixels = 400, .probes = 1}, kSimple, clock), 1002u) << "1 fs more";
}

TEST(KernelEdges, AreNeverNone) {
  EXPECT_EQ(models::kernel_edges({.queries = 100}, {.ps_per_pixel = 0, .ps_per_probe = 0, .ps_per_query = 0, .us_per_launch = 0}, ClockDomain(1'695'000)), 1u);
}

}  // namespace
}  // namespace ngpcsim::gpu
