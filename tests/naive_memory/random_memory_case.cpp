#include "tests/naive_memory/random_memory_case.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "sim/base/rng.h"

namespace ngpcsim::naive_memory {
namespace {

template <class T, std::size_t N>
T one_of(Rng& rng, const std::array<T, N>& values) {
  return values[rng.below(N)];
}
/// Uniform, both ends included.
unsigned between(Rng& rng, unsigned least, unsigned most) { return least + rng.below(most - least + 1); }
bool chance(Rng& rng, unsigned percent) { return rng.below(100) < percent; }
/// A queue that is often full, now and then one that never is.
unsigned places(Rng& rng, unsigned most) { return chance(rng, 20) ? 64 : between(rng, 1, most); }

void draw_cache(Rng& rng, MemorySetup& s) {
  s.slices = between(rng, 1, 4);
  s.line_bytes = one_of<std::uint64_t>(rng, std::array<std::uint64_t, 3>{32, 64, 128});
  s.sector_bytes = std::min(s.line_bytes, one_of<std::uint64_t>(rng, std::array<std::uint64_t, 3>{16, 32, 64}));
  s.interleave_bytes = s.line_bytes * between(rng, 1, 4);
  s.policy = static_cast<Policy>(rng.below(4));
  s.ways = s.policy == Policy::kPlru ? 1U << rng.below(3) : between(rng, 1, 4);
  // The capacity is in KiB: as few sets as make it so, or twice as many.
  const std::uint64_t lines = s.slices * s.ways * s.line_bytes;
  s.sets = static_cast<unsigned>(std::lcm(lines, std::uint64_t{1024}) / lines) << rng.below(2);
  s.writes = chance(rng, 70) ? Writes::kBack : Writes::kThrough;
  s.next_line = chance(rng, 40);
  s.slice_bytes = 4U << rng.below(5);
  s.hit_cycles = between(rng, 1, 12);
  s.mshrs = places(rng, 4);
  s.mshr_targets = places(rng, 4);
  s.input_queue = places(rng, 5);
  s.output_queue = places(rng, 4);
  s.dram_queue = places(rng, 4);
}

void draw_background(Rng& rng, BackgroundSetup& b) {
  b.period_x1000 = between(rng, 2500, 40000);
  if (chance(rng, 5)) b.period_x1000 = between(rng, 300, 2500);
  b.bytes = one_of(rng, std::array<std::uint64_t, 5>{1, 32, 48, 128, 200});
  b.port_bytes = 8U << rng.below(5);
  b.ports = between(rng, 1, 3);
  b.write_percent = one_of(rng, std::array<unsigned, 4>{0, 25, 50, 100});
  b.pattern = static_cast<Pattern>(rng.below(2));
  b.footprint_kib = between(rng, 1, 4);
}

MemorySetup draw_setup(Rng& rng) {
  constexpr std::array<std::uint64_t, 5> kClocks{1000, 700, 1312, 1695, 2500};
  MemorySetup s;
  s.clock_khz = one_of(rng, kClocks);
  s.dram.khz = chance(rng, 30) ? s.clock_khz : one_of(rng, kClocks);
  s.dram.gap = chance(rng, 50) ? 3 : 0;
  s.dram.tells_ahead = chance(rng, 50);
  s.sync_cycles = between(rng, 1, 3);
  s.sources = between(rng, 1, 5);
  s.port_bytes = 4U << rng.below(5);
  s.latency_cycles = between(rng, 1, 6);
  s.arbitration = static_cast<Arbitration>(rng.below(2));
  draw_cache(rng, s);
  if (chance(rng, 40)) draw_background(rng, s.background);
  return s;
}

/// Lines to which most requests go: neighbours, for prefetches, and some of one set of one slice, for evictions.
std::vector<std::uint64_t> hot_lines(Rng& rng, const MemorySetup& s) {
  const std::uint64_t same_set = std::uint64_t{s.slices} * s.interleave_bytes * s.sets;
  const std::uint64_t base = rng.below(64) * s.line_bytes;
  std::vector<std::uint64_t> result;
  const unsigned count = between(rng, 2, 3 * s.ways + 2), near = between(rng, 1, 6);
  for (unsigned k = 0; k < count; ++k) result.push_back(base + rng.below(near) * s.line_bytes + rng.below(s.ways + 2) * same_set);
  return result;
}

std::uint64_t draw_bytes(Rng& rng) {
  const unsigned kind = rng.below(10);
  if (kind < 4) return 16U << rng.below(4);
  return between(rng, 1, kind < 8 ? 64 : kind < 9 ? 150 : 600);
}

}  // namespace

MemoryCase random_memory_case(std::uint64_t seed) {
  Rng rng(seed);
  MemoryCase result{draw_setup(rng)};
  const MemorySetup& s = result.setup;
  const std::vector<std::uint64_t> hot = hot_lines(rng, s);
  const unsigned writes = rng.below(60), atomics = rng.below(30), aligned = rng.below(100), burst = between(rng, 40, 97), count = between(rng, 5, 50);
  Edge edge = rng.below(10);
  for (unsigned k = 0; k < count; ++k) {
    if (!chance(rng, burst)) edge += chance(rng, 20) ? rng.below(200) : rng.below(12);
    Request request;
    request.source = rng.below(s.sources);
    request.visible = edge;
    request.id = k;
    request.access = chance(rng, writes) ? Access::kWrite : chance(rng, atomics) ? Access::kAtomicAdd : Access::kRead;
    request.bytes = draw_bytes(rng);
    request.address = chance(rng, 90) ? hot[rng.below(static_cast<std::uint32_t>(hot.size()))] : rng.below(1U << 16);
    request.address += chance(rng, aligned) ? rng.below(4) * s.sector_bytes : rng.below(static_cast<std::uint32_t>(s.line_bytes));
    result.requests.push_back(request);
  }
  return result;
}

}  // namespace ngpcsim::naive_memory
