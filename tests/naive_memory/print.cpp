#include "tests/naive_memory/print.h"

#include <fmt/format.h>

#include <array>

namespace ngpcsim::naive_memory {
namespace {

struct Counter {
  const char* name;
  std::uint64_t SliceAccount::*value;
};

constexpr std::array kCounters{
    Counter{"reads", &SliceAccount::reads},
    Counter{"writes", &SliceAccount::writes},
    Counter{"atomics", &SliceAccount::atomics},
    Counter{"hits", &SliceAccount::hits},
    Counter{"merges", &SliceAccount::merges},
    Counter{"misses", &SliceAccount::misses},
    Counter{"allocations", &SliceAccount::allocations},
    Counter{"bypasses", &SliceAccount::bypasses},
    Counter{"prefetches", &SliceAccount::prefetches},
    Counter{"evictions", &SliceAccount::evictions},
    Counter{"dirty_evictions", &SliceAccount::dirty_evictions},
    Counter{"dram_read_bytes", &SliceAccount::dram_read_bytes},
    Counter{"dram_write_bytes", &SliceAccount::dram_write_bytes},
    Counter{"busy", &SliceAccount::busy},
    Counter{"output_full", &SliceAccount::output_full},
    Counter{"dram_full", &SliceAccount::dram_full},
    Counter{"mshr_targets", &SliceAccount::mshr_targets},
    Counter{"mshr_full", &SliceAccount::mshr_full},
    Counter{"ways_full", &SliceAccount::ways_full},
};
static_assert(sizeof(SliceAccount) == kCounters.size() * sizeof(std::uint64_t), "every counter has its name");

}  // namespace

std::string difference(const Result& expected, const Result& got) {
  constexpr std::size_t kMostAnswers = 5;
  if (expected == got) return "";
  std::string result = fmt::format("\nend {}, got {}; answers {}, got {}", expected.end, got.end, expected.answers.size(), got.answers.size());
  std::size_t said = 0;
  for (std::size_t k = 0; k < expected.answers.size() && k < got.answers.size() && said < kMostAnswers; ++k) {
    const Answer &a = expected.answers[k], &b = got.answers[k];
    if (a == b) continue;
    result += fmt::format("\nsource {} request {} answered at {}, got source {} request {} at {}", a.source, a.id, a.edge, b.source, b.id, b.edge);
    ++said;
  }
  for (std::size_t slice = 0; slice < expected.slices.size() && slice < got.slices.size(); ++slice) {
    for (const Counter& counter : kCounters) {
      const std::uint64_t a = expected.slices[slice].*counter.value, b = got.slices[slice].*counter.value;
      if (a != b) result += fmt::format("\nslice {} {} = {}, got {}", slice, counter.name, a, b);
    }
  }
  return result;
}

std::string text(const MemorySetup& s) {
  const auto number = [](auto choice) { return static_cast<int>(choice); };
  std::string result = fmt::format("clock {} / {} sync {}; {} sources, port {} latency {} arbitration {}\n", s.clock_khz, s.dram.khz, s.sync_cycles, s.sources,
                                   s.port_bytes, s.latency_cycles, number(s.arbitration));
  result += fmt::format("{} slices of {} sets x {} ways x {} bytes, sector {} interleave {}; policy {} writes {} next_line {}\n", s.slices, s.sets, s.ways,
                        s.line_bytes, s.sector_bytes, s.interleave_bytes, number(s.policy), number(s.writes), s.next_line);
  result += fmt::format("slice_bytes {} hit {} mshrs {} targets {} input {} output {} dram {}; DRAM gap {}\n", s.slice_bytes, s.hit_cycles, s.mshrs,
                        s.mshr_targets, s.input_queue, s.output_queue, s.dram_queue, s.dram.gap);
  const BackgroundSetup& b = s.background;
  return result + fmt::format("background period {} bytes {} port {} writes {} % pattern {} footprint {}\n", b.period_x1000, b.bytes, b.port_bytes,
                              b.write_percent, number(b.pattern), b.footprint_kib);
}

}  // namespace ngpcsim::naive_memory
