#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

/// A slow, independent reading of docs/timing.md, sections 2 to 4: host, scheduler, DMAs, memory and crossings are looked at on every edge of their
/// clocks. Of an NFP's pipeline it has the recurrences of section 2 with the whole history at hand. Uses no header of the models.
namespace ngpcsim {

struct SlowLane {
  std::uint64_t passes = 1, input_depth = 4, index_depth = 8, output_depth = 16, front_latency = 4, back_latency = 5;
};

/// The lane of the direction encoder; all groups' queries go through it.
struct SlowDirection {
  SlowLane lane;
  bool per_ray = true;
  std::uint64_t interval = 1;
};

struct SlowPipelineSetup {
  std::uint64_t groups = 1;                ///< R
  std::vector<SlowLane> lanes;             ///< of one group
  std::optional<SlowDirection> direction{};
  std::uint64_t feature_buffer = 128;
  std::vector<std::uint64_t> load_cycles;  ///< one a phase; no packing
  std::uint64_t tile = 64, latency = 10, output_depth = 16;
  bool double_buffering = true;
};

/// The grid SRAM of every lane as a cache (section 3.1).
struct SlowGridCacheSetup {
  std::uint64_t line_bytes = 64;
  std::uint64_t sets = 1, ways = 1;  ///< of a lane
  std::uint64_t gate_queries = 16, fill_buffer_lines = 4096;
  std::uint64_t fill_cycles = 1;     ///< by which a missed line lengthens its query's service
};

struct SlowPage {
  std::uint64_t bytes = 1024;
  std::uint64_t fill_cycles = 1;  ///< to write it into a frame
};

struct SlowPagedLane {
  std::uint64_t frames = 1;
  std::vector<SlowPage> pages{};  ///< none: its tables fit its grid SRAM
};

enum class SlowPageOrder { kAscending, kSerpentine, kResidentFirst };

/// Grid SRAMs that hold pages of the tables (section 3.2).
struct SlowPagingSetup {
  std::uint64_t sweep_chunks = 1, partial_sum_queries = 8;
  SlowPageOrder order = SlowPageOrder::kAscending;
  bool multicast = false;
  std::uint64_t loads_in_flight = 1, multicast_wait = 0, burst_bytes = 4096;
  std::vector<SlowPagedLane> lanes{};  ///< of one group, as in the pipeline
};

/// What a query looks up in one page of a level.
struct SlowVisit {
  std::uint64_t page = 0;      ///< in the numbers of the lane
  std::uint64_t accesses = 1;  ///< to the fullest bank
};

/// What a query looks up in one level.
struct SlowPass {
  std::uint64_t service = 1;            ///< when its corners are not reused
  std::uint64_t corners = 1, accesses = 1;
  std::array<std::uint32_t, 3> cell{};  ///< its lower corner
  std::vector<std::uint64_t> lines{};   ///< those of the corners in their order; none without a cache
  std::vector<SlowVisit> visits{};      ///< one a page in which corners lie; none where the lane is not paged
};

struct SlowQuery {
  std::vector<SlowPass> passes;  ///< by level: level l is pass l / lanes of lane l % lanes
  std::uint64_t ray = 0;         ///< of its round
};
/// What one round of one ray group asks of the NGPC.
using SlowRound = std::vector<SlowQuery>;

struct SlowGroup {
  std::uint64_t pixels = 1;
  std::vector<SlowRound> rounds;  ///< none of them empty
};

/// What is loaded before the first frame.
struct SlowLoad {
  std::uint64_t bytes = 0, copies = 1, burst_bytes = 4096;
};

struct SlowChipSetup {
  std::uint64_t ngpc_khz = 1, memory_khz = 1, host_khz = 1, memory_sync = 2, host_sync = 2;
  std::uint64_t nfps = 1;
  bool round_robin = false;
  std::uint64_t batch_queries = 64, queue_batches = 2, dispatch_cycles = 8;
  std::uint64_t chunk_queries = 16, input_chunks = 2, output_chunks = 2, input_bytes = 16, output_bytes = 8;
  std::uint64_t bytes_per_cycle = 32, memory_latency = 20, outstanding = 8;
  std::uint64_t groups_in_flight = 1;
  std::uint64_t ps_per_launch = 0, ps_per_pixel = 0, ps_per_query = 0;
  SlowPipelineSetup pipeline{};
  std::uint64_t beats = 1;
  bool reuse_cells = false;
  std::optional<SlowGridCacheSetup> cache{};
  std::optional<SlowPagingSetup> paging{};
  std::optional<SlowLoad> load{};
  std::uint64_t frames = 1;
  std::vector<SlowGroup> groups{};  ///< of every frame
};

/// Edges of a lane by reason; the others are `input_empty`.
struct SlowAccount {
  std::uint64_t busy = 0, output_full = 0, conflict = 0, line_fill = 0, table_miss = 0;
  std::uint64_t page_fill = 0, page_load = 0, page_sweep = 0;
};

struct SlowLevelCounts {
  std::uint64_t reused = 0, line_lookups = 0, line_misses = 0;
  std::uint64_t lookups = 0, accesses = 0;    ///< where no corners are reused
  std::array<std::uint64_t, 9> by_fullest{};  ///< queries by the accesses to their fullest bank; of a paged lane visits; 0: reused
};

/// Summed over lanes; loads are whole ones.
struct SlowPagingCounts {
  std::uint64_t sweeps = 0, uses = 0, hits = 0, loads = 0, read_bytes = 0;
  std::uint64_t delivered_bytes = 0;  ///< to all NFPs that asked for them
};

struct SlowChipRun {
  std::uint64_t end_host = 0, host_busy = 0;
  std::uint64_t ngpc_occupied = 0;  ///< edges at which the scheduler held a launch
  std::uint64_t memory_busy = 0, memory_read_bytes = 0, memory_write_bytes = 0, batches = 0;
  struct PerNfp {
    std::uint64_t queries = 0, first_accept = 0, first_join = 0, last_join = 0, last_pop = 0;
    std::vector<SlowAccount> lanes{};       ///< group by group, then the direction encoder if there is one
    std::vector<SlowLevelCounts> levels{};
    std::vector<SlowAccount> sweep_lanes{};  ///< page_sweep of each lane of a group, all zero where it is not paged
  };
  std::vector<PerNfp> nfps{};
  SlowPagingCounts paging{};
};

[[nodiscard]] SlowChipRun run_slow_chip(const SlowChipSetup& setup);

}  // namespace ngpcsim
