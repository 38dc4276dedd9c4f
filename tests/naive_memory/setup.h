#pragma once
#include <cstdint>
#include <vector>

/// The slow reading of docs/memory.md: crossbar, L2 slices and a stub of a DRAM, looked at edge by edge. Plain numbers only; no header of models/ is used, so
/// that it is independent of the model. Symbols in the comments are those of that page.
namespace ngpcsim::naive_memory {

using Edge = std::uint64_t;

enum class Access { kRead, kWrite, kAtomicAdd };
enum class Arbitration { kRoundRobin, kOldest };
enum class Writes { kBack, kThrough };
enum class Policy { kLru, kPlru, kSrrip, kRandom };
enum class Pattern { kSequential, kRandom };

/// The memory behind a slice: takes a request every `gap` cycles (0: as many as there are), and answers it `shortest + hash(address) mod spread` cycles later.
struct DramSetup {
  std::uint64_t khz = 1000;
  unsigned gap = 0;
  unsigned shortest = 20;
  unsigned spread = 40;
  bool tells_ahead = false;  ///< the model hears of an answer when the request is accepted; it may not matter
};

struct BackgroundSetup {
  std::uint64_t period_x1000 = 0;
  std::uint64_t bytes = 32;
  std::uint64_t port_bytes = 32;
  unsigned ports = 1;
  unsigned write_percent = 0;
  Pattern pattern = Pattern::kSequential;
  std::uint64_t footprint_kib = 1;
};

/// Ways in which the page could be misread, each at one place, for the test of the test: random cases have to notice every one of them.
enum class Misreading {
  kInputPlaceAtOnce,      ///< a place of the input queue is free at the edge of the look-up
  kFillsBehindLookUps,    ///< the look-ups of an edge come before its fills
  kDramPlaceWithoutSync,  ///< a request stops counting for dram_full when the DRAM has it
  kWaitersHoldOutput,     ///< pieces that wait for a fill count for output_full
  kOutputInLookUpOrder,   ///< pieces finished by the fills of an edge leave in order of their look-ups, not of the fills
  kAnswersShareNothing,   ///< a port's answers do not occupy it
  kAtomicsCoverAtOnce,    ///< an atomic add makes the sectors that it covers valid at the look-up
  kAtomicsWriteAtFill,    ///< write_through: an atomic add that waits for a fill sends its write then
  kMergesDoNotTouch,      ///< a piece that joins an MSHR is no touch
  kPrefetchTakesTwo,      ///< a prefetched line counts as touched again
  kSrripRaisesAll,        ///< ways with an MSHR are raised with the candidates
  kRandomOverAllWays,     ///< n = state mod ways
  kVictimBehindReads,     ///< the victim's writes follow the fetch
  kAnyMissPrefetches,     ///< not only that of a read
  kPrefetchIgnoresQueue,  ///< it does not look at dram_queue
  kCount,
};

struct MemorySetup {
  std::uint64_t clock_khz = 1000;
  unsigned sync_cycles = 1;
  unsigned sources = 1;  ///< without the background
  // crossbar
  std::uint64_t port_bytes = 32;
  unsigned latency_cycles = 3;
  Arbitration arbitration = Arbitration::kRoundRobin;
  // L2
  unsigned slices = 1;
  unsigned sets = 4;  ///< of a slice
  unsigned ways = 2;
  std::uint64_t line_bytes = 128;
  std::uint64_t sector_bytes = 32;
  std::uint64_t interleave_bytes = 128;
  Policy policy = Policy::kLru;
  Writes writes = Writes::kBack;
  bool next_line = false;
  std::uint64_t slice_bytes = 32;
  unsigned hit_cycles = 5;
  unsigned mshrs = 8;
  unsigned mshr_targets = 8;
  unsigned input_queue = 8;
  unsigned output_queue = 8;
  unsigned dram_queue = 8;

  DramSetup dram;
  BackgroundSetup background;
  std::uint32_t misreadings = 0;  ///< bits

  [[nodiscard]] bool misread(Misreading misreading) const { return (misreadings >> static_cast<unsigned>(misreading) & 1U) != 0; }
};

/// Requests of one source are in their order, and their edges do not fall.
struct Request {
  unsigned source = 0;
  Edge visible = 0;
  Access access = Access::kRead;
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
  std::uint64_t id = 0;
};

/// A part of a request within one line.
struct Piece {
  std::size_t request = 0;  ///< its place in the run's list
  unsigned source = 0;
  Edge visible = 0;  ///< v of the request
  Access access = Access::kRead;
  unsigned slice = 0;
  std::uint64_t address = 0;  ///< in the slice
  std::uint64_t bytes = 0;

  [[nodiscard]] bool carries_data_there() const { return access != Access::kRead; }
  [[nodiscard]] bool carries_data_back() const { return access != Access::kWrite; }
};

/// Section 1.
[[nodiscard]] std::vector<Piece> pieces_of(const MemorySetup& setup, const Request& request, std::size_t number);

[[nodiscard]] constexpr std::uint64_t divide_up(std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; }

}  // namespace ngpcsim::naive_memory
