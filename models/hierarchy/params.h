#pragma once
#include <array>
#include <cstdint>
#include <string>

#include "sim/config/describe.h"

namespace ngpcsim::models {

enum class Arbitration { kRoundRobin, kOldest };
enum class WritePolicy { kWriteBack, kWriteThrough };
enum class Replacement { kLru, kPlru, kSrrip, kRandom };
enum class Prefetch { kNone, kNextLine };
enum class BackgroundPattern { kSequential, kRandom };

inline constexpr std::array<config::Choice<Arbitration>, 2> kArbitrations{{{Arbitration::kRoundRobin, "round_robin"}, {Arbitration::kOldest, "oldest"}}};
inline constexpr std::array<config::Choice<WritePolicy>, 2> kWritePolicies{{{WritePolicy::kWriteBack, "write_back"}, {WritePolicy::kWriteThrough, "write_through"}}};
inline constexpr std::array<config::Choice<Replacement>, 4> kReplacements{
    {{Replacement::kLru, "lru"}, {Replacement::kPlru, "plru"}, {Replacement::kSrrip, "srrip"}, {Replacement::kRandom, "random"}}};
inline constexpr std::array<config::Choice<Prefetch>, 2> kPrefetches{{{Prefetch::kNone, "none"}, {Prefetch::kNextLine, "next_line"}}};
inline constexpr std::array<config::Choice<BackgroundPattern>, 2> kBackgroundPatterns{
    {{BackgroundPattern::kSequential, "sequential"}, {BackgroundPattern::kRandom, "random"}}};

/// Between the sources and the slices of the L2 (docs/memory.md, 2 and 7).
struct CrossbarParams {
  std::uint32_t port_bytes = 64;
  std::uint32_t latency_cycles = 20;
  Arbitration arbitration = Arbitration::kRoundRobin;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    v.integer("port_bytes", p.port_bytes, {.min = 4, .max = 4096}, {.unit = "B", .meaning = "bytes per cycle and direction of a source's port", .source = "our choice: two sectors, as the slices give them"});
    v.integer("latency_cycles", p.latency_cycles, {.min = 1, .max = 10000}, {.unit = "cycles", .meaning = "from port to slice, and back", .source = "our choice: 12 ns at 1.695 GHz, across a die"});
    v.choice("arbitration", p.arbitration, kArbitrations, {.unit = "", .meaning = "who goes first where several want one slice or one port", .source = "our choice"});
  }
};

/// The last-level cache (docs/memory.md, 1, 3 to 5).
struct L2Params {
  std::uint32_t slices = 24;
  std::uint64_t size_kib = 6144;
  std::uint32_t ways = 16;
  std::uint32_t line_bytes = 128;
  std::uint32_t sector_bytes = 32;
  std::uint32_t interleave_bytes = 256;
  Replacement replacement = Replacement::kLru;
  WritePolicy write_policy = WritePolicy::kWriteBack;
  Prefetch prefetch = Prefetch::kNone;
  std::uint32_t slice_bytes = 64;
  std::uint32_t hit_cycles = 100;
  std::uint32_t mshrs = 64;
  std::uint32_t mshr_targets = 8;
  std::uint32_t input_queue = 16;
  std::uint32_t output_queue = 256;
  std::uint32_t dram_queue = 32;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    v.integer("slices", p.slices, {.min = 1, .max = 256}, {.unit = "slices", .meaning = "slices of the L2, each with DRAM channels of its own; divides the channels of the device", .source = "our choice: one per channel of the RTX 3090's GDDR6X"});
    v.integer("size_kib", p.size_kib, {.min = 1, .max = 1048576}, {.unit = "KiB", .meaning = "capacity of all slices; sets are a power of two", .source = "(P) RTX 3090: 6 MB"});
    v.integer("ways", p.ways, {.min = 1, .max = 64}, {.unit = "ways", .meaning = "lines per set", .source = "our choice: usual for a last-level cache"});
    v.integer("line_bytes", p.line_bytes, {.min = 32, .max = 1024, .power_of_two = true}, {.unit = "B", .meaning = "bytes of a line, a power of two", .source = "NVIDIA, Nsight Compute's tables of memory: lines of four 32-byte sectors"});
    v.integer("sector_bytes", p.sector_bytes, {.min = 16, .max = 1024, .power_of_two = true}, {.unit = "B", .meaning = "bytes that are fetched and kept at once, a power of two; up to 32 a line", .source = "NVIDIA, Nsight Compute's tables of memory: 32 bytes"});
    v.integer("interleave_bytes", p.interleave_bytes, {.min = 32, .max = 1048576}, {.unit = "B", .meaning = "bytes before the next slice's turn, a multiple of the line", .source = "our choice: two lines"});
    v.choice("replacement", p.replacement, kReplacements, {.unit = "", .meaning = "which line of a set goes", .source = "our choice"});
    v.choice("write_policy", p.write_policy, kWritePolicies, {.unit = "", .meaning = "when writes go to the DRAM", .source = "our choice: as L2s of GPUs do"});
    v.choice("prefetch", p.prefetch, kPrefetches, {.unit = "", .meaning = "what a read miss fetches besides", .source = "our choice"});
    v.integer("slice_bytes", p.slice_bytes, {.min = 4, .max = 4096}, {.unit = "B", .meaning = "bytes per cycle of a slice", .source = "our choice: two sectors"});
    v.integer("hit_cycles", p.hit_cycles, {.min = 1, .max = 10000}, {.unit = "cycles", .meaning = "from look-up to data, and from fill to data", .source = "our choice: 59 ns at 1.695 GHz; with the crossbar and its crossings 85 ns for a hit"});
    v.integer("mshrs", p.mshrs, {.min = 1, .max = 4096}, {.unit = "lines", .meaning = "lines on their way from DRAM, per slice", .source = "our choice: covers the latency of a channel at full bandwidth"});
    v.integer("mshr_targets", p.mshr_targets, {.min = 1, .max = 4096}, {.unit = "pieces", .meaning = "pieces that wait for one line", .source = "our choice"});
    v.integer("input_queue", p.input_queue, {.min = 1, .max = 4096}, {.unit = "pieces", .meaning = "pieces on their way to a slice or waiting there", .source = "our choice: not below the crossbar's latency by much"});
    v.integer("output_queue", p.output_queue, {.min = 1, .max = 65536}, {.unit = "pieces", .meaning = "pieces of a slice between look-up and leaving", .source = "our choice: covers hit_cycles"});
    v.integer("dram_queue", p.dram_queue, {.min = 1, .max = 4096}, {.unit = "requests", .meaning = "requests of a slice in front of its DRAM", .source = "our choice"});
  }
};

/// The GPU's own traffic (docs/memory.md, 6).
struct BackgroundParams {
  std::uint32_t period_cycles_x1000 = 0;
  std::uint32_t bytes = 128;
  std::uint32_t port_bytes = 64;
  std::uint32_t ports = 8;
  std::uint32_t write_percent = 25;
  BackgroundPattern pattern = BackgroundPattern::kRandom;
  std::uint64_t footprint_kib = 65536;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    v.integer("period_cycles_x1000", p.period_cycles_x1000, {.min = 0, .max = 1000000000}, {.unit = "cycles/1000", .meaning = "thousandths of a cycle from one request to the next; 0: none", .source = "our choice: a frame's host kernels mostly compute"});
    v.integer("bytes", p.bytes, {.min = 1, .max = 65536}, {.unit = "B", .meaning = "bytes of a request", .source = "our choice: a line"});
    v.integer("port_bytes", p.port_bytes, {.min = 4, .max = 65536}, {.unit = "B", .meaning = "bytes per cycle and direction of a port of the GPU", .source = "our choice: as a port of the cluster"});
    v.integer("ports", p.ports, {.min = 1, .max = 256}, {.unit = "ports", .meaning = "ports of the GPU, which send its requests in turn", .source = "our choice: enough for more than the DRAM gives"});
    v.integer("write_percent", p.write_percent, {.min = 0, .max = 100}, {.unit = "%", .meaning = "share of the requests that write", .source = "our choice"});
    v.choice("pattern", p.pattern, kBackgroundPatterns, {.unit = "", .meaning = "addresses: random in the footprint, or through it again and again", .source = "our choice"});
    v.integer("footprint_kib", p.footprint_kib, {.min = 1, .max = 16777216}, {.unit = "KiB", .meaning = "memory that it uses", .source = "our choice: far beyond the L2"});
  }
};

/// Memory `hierarchy`, but for its clock and crossings, which it shares with `ideal`.
struct HierarchyParams {
  std::uint32_t clock_khz = 1695000;
  std::uint32_t sync_cycles = 2;
  CrossbarParams crossbar;
  L2Params l2;
  BackgroundParams background;
};

}  // namespace ngpcsim::models
