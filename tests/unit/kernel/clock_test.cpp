// Clock domains against 128-bit rational arithmetic written here (docs/timing.md, section 4).
#include "sim/base/clock_domain.h"

#include <array>
#include <cstdint>
#include <limits>

#include <gtest/gtest.h>
#include <systemc>

#include "sim/base/rng.h"

namespace ngpcsim {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr std::uint64_t kEdges = 1'000'000'000;
constexpr std::uint64_t kOtherKhz = 1'200'000;
constexpr std::uint64_t kPicosecondsPerKhz = 1'000'000'000;  // 1 / (1 kHz) = 10^9 ps

/// Whether q = ceil(a / b), without a division.
bool is_quotient_up(Wide q, Wide a, Wide b) { return q * b >= a && (q == 0 || (q - 1) * b < a); }

/// Edges 0 .. 10^9: dense at both ends, and every 997th between (997 is prime to all periods involved).
template <class Visit>
void for_each_edge(Visit visit) {
  constexpr std::uint64_t kDense = 20'000;
  for (std::uint64_t n = 0; n < kDense; ++n) visit(n);
  for (std::uint64_t n = kDense; n < kEdges - kDense; n += 997) visit(n);
  for (std::uint64_t n = kEdges - kDense; n <= kEdges; ++n) visit(n);
}

class ClockTest : public testing::TestWithParam<std::uint64_t> {
 protected:
  const ClockDomain clock_{GetParam()};
  const ClockDomain other_{kOtherKhz};
};

TEST_P(ClockTest, PicosecondsAreTheRationalRoundedUpAndGrow) {
  std::uint64_t bad = 0, last = 0;
  for_each_edge([&](std::uint64_t n) {
    const std::uint64_t ps = clock_.picoseconds(n);
    bad += is_quotient_up(ps, Wide{n} * kPicosecondsPerKhz, clock_.khz()) ? 0u : 1u;
    bad += n == 0 || ps > last ? 0u : 1u;
    last = ps;
  });
  EXPECT_EQ(bad, 0u);
}

/// 10^9 edges of 1, 1.5 and 1.695 GHz last 10^18 / f ps: 1 s, 2/3 s, and 10^9 / 1.695 ns.
TEST_P(ClockTest, NoDriftAfterABillionEdges) {
  const Wide exact_times_khz = Wide{kEdges} * kPicosecondsPerKhz;
  const Wide shown_times_khz = Wide{clock_.picoseconds(kEdges)} * clock_.khz();
  EXPECT_LT(static_cast<std::uint64_t>(shown_times_khz - exact_times_khz), clock_.khz()) << "more than 1 ps late";
  if (GetParam() == 1'500'000) {
    EXPECT_EQ(clock_.picoseconds(3 * (kEdges / 3)), 666'666'666'000u) << "3 edges are 2000 ps";
  }
}

/// The contrast: a clock whose period is an sc_time, added up. Its error grows by up to half a picosecond per edge.
TEST_P(ClockTest, AnAccumulatingClockDrifts) {
  const double period_ps = static_cast<double>(kPicosecondsPerKhz) / static_cast<double>(clock_.khz());
  const sc_core::sc_time period(period_ps, sc_core::SC_PS);
  sc_core::sc_time accumulated = sc_core::SC_ZERO_TIME;
  constexpr std::uint64_t kSteps = 1'000'000;
  for (std::uint64_t n = 0; n < kSteps; ++n) accumulated += period;
  const auto drift = static_cast<std::int64_t>(accumulated.value()) - static_cast<std::int64_t>(clock_.picoseconds(kSteps));
  const bool whole = kPicosecondsPerKhz % clock_.khz() == 0;
  if (whole) {
    EXPECT_EQ(drift, 0);
  } else {
    EXPECT_GT(std::abs(drift), 10'000) << "more than 10 ns, several whole periods, in a million edges";
  }
}

TEST_P(ClockTest, FirstEdgeFromIsTheFirstNotBefore) {
  std::uint64_t bad = 0, last_there = 0, last_here = 0;
  for_each_edge([&](std::uint64_t n) {
    const std::uint64_t there = other_.first_edge_from(n, clock_), here = clock_.first_edge_from(n, other_);
    bad += is_quotient_up(there, Wide{n} * kOtherKhz, clock_.khz()) ? 0u : 1u;
    bad += is_quotient_up(here, Wide{n} * clock_.khz(), kOtherKhz) ? 0u : 1u;
    bad += there >= last_there && here >= last_here ? 0u : 1u;
    last_there = there;
    last_here = here;
  });
  EXPECT_EQ(bad, 0u);
}

/// A token is visible a whole receiver period after it was sent, and less than `sync + 1` periods.
TEST_P(ClockTest, CrossingsTakeWholePeriods) {
  std::uint64_t bad = 0;
  for (const std::uint32_t sync : {1u, 2u, 7u}) {
    for_each_edge([&](std::uint64_t n) {
      const std::uint64_t seen = other_.cross(n, clock_, sync);
      const Wide sent = Wide{n} * kOtherKhz, visible = Wide{seen} * clock_.khz();  // both in units of 1 / (f x f')
      bad += visible >= sent + Wide{sync} * clock_.khz() && visible < sent + Wide{sync + 1} * clock_.khz() ? 0u : 1u;
      bad += clock_.picoseconds(n) < other_.picoseconds(seen) ? 0u : 1u;
    });
  }
  EXPECT_EQ(bad, 0u);
}

TEST_P(ClockTest, EdgesCompareAsRationals) {
  Rng rng(GetParam());
  std::uint64_t bad = 0;
  for (int n = 0; n < 200'000; ++n) {
    const std::uint64_t a = rng.below(1u << 30);
    // An edge of the other clock close by, often the very same instant.
    const std::uint64_t b = other_.first_edge_from(a, clock_) + rng.below(3) - (a > 10 ? 1 : 0);
    const Wide ta = Wide{a} * kOtherKhz, tb = Wide{b} * clock_.khz();
    const auto order = compare_edges(a, clock_, b, other_);
    bad += (ta < tb) == (order < 0) && (ta > tb) == (order > 0) && (ta == tb) == (order == 0) ? 0u : 1u;
    // Rounding to picoseconds keeps the order, though it may close a gap below 1 ps.
    if (order < 0) bad += clock_.picoseconds(a) <= other_.picoseconds(b) ? 0u : 1u;
    if (order > 0) bad += clock_.picoseconds(a) >= other_.picoseconds(b) ? 0u : 1u;
    if (order == 0) bad += clock_.picoseconds(a) == other_.picoseconds(b) ? 0u : 1u;
  }
  EXPECT_EQ(bad, 0u);
}

TEST_P(ClockTest, EdgesCoverATime) {
  std::uint64_t bad = 0;
  Rng rng(GetParam() + 1);
  for (int n = 0; n < 100'000; ++n) {
    const std::uint64_t ps = rng.next() >> 20;
    bad += is_quotient_up(clock_.edges_covering(ps), Wide{ps} * clock_.khz(), kPicosecondsPerKhz) ? 0u : 1u;
  }
  EXPECT_EQ(bad, 0u);
}

INSTANTIATE_TEST_SUITE_P(Frequencies, ClockTest, testing::Values(1'000'000, 1'500'000, 1'695'000, 1'218'750),
                         [](const auto& frequency) { return std::to_string(frequency.param) + "kHz"; });

/// 1.5 GHz and 1.2 GHz meet every 5 and 4 edges (10/3 ns): worked by hand.
TEST(ClockWorked, FiveToFour) {
  constexpr ClockDomain fast(1'500'000), slow(1'200'000);
  constexpr std::array<std::uint64_t, 6> first{0, 1, 2, 3, 4, 4};  // ceil(0.8 n)
  for (std::uint64_t n = 0; n < first.size(); ++n) EXPECT_EQ(slow.first_edge_from(n, fast), first[n]);
  EXPECT_EQ(fast.picoseconds(1), 667u);
  EXPECT_EQ(slow.picoseconds(1), 834u);
  EXPECT_EQ(fast.picoseconds(5), 3334u);
  EXPECT_EQ(slow.picoseconds(4), 3334u);
  EXPECT_TRUE(compare_edges(5, fast, 4, slow) == 0);
  EXPECT_EQ(slow.cross(5, fast, 2), 6u);
}

/// Products beyond 64 bits: an edge number near 2^63.
TEST(ClockWorked, HugeEdges) {
  constexpr ClockDomain a(1'500'000), b(1'000'000);
  constexpr std::uint64_t edge = std::uint64_t{3} << 60;
  EXPECT_EQ(b.first_edge_from(edge, a), std::uint64_t{2} << 60);
  EXPECT_EQ(a.first_edge_from(std::uint64_t{2} << 60, b), edge);
}

}  // namespace
}  // namespace ngpcsim
