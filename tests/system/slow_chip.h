#pragma once
#include <array>
#include <cstdint>
#include <vector>

/// A slow, independent reading of docs/timing.md, sections 2 to 4: host, scheduler, DMAs, memory and crossings are looked at on every edge of their
/// clocks. Of an NFP's pipeline it has the recurrences of section 2 with the whole history at hand. Uses no header of the models.
namespace ngpcsim {

struct SlowLane {
  std::uint64_t passes = 1, input_depth = 4, index_depth = 8, output_depth = 16, front_latency = 4, back_latency = 5;
};

struct SlowPipelineSetup {
  std::vector<SlowLane> lanes;             ///< one group; the direction encoder, if any, is the last
  std::uint64_t feature_buffer = 128;
  std::vector<std::uint64_t> load_cycles;  ///< one a phase; no packing
  std::uint64_t tile = 64, latency = 10, output_depth = 16;
  bool double_buffering = true;
};

/// What one round of one ray group asks of the NGPC: for each query the services of all lanes.
using SlowRound = std::vector<std::vector<std::uint64_t>>;

struct SlowGroup {
  std::uint64_t pixels = 1;
  std::vector<SlowRound> rounds;  ///< none of them empty
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
  std::vector<SlowGroup> groups{};
};

struct SlowChipRun {
  std::uint64_t end_host = 0, host_busy = 0;
  std::uint64_t ngpc_occupied = 0;  ///< edges at which the scheduler held a launch
  std::uint64_t memory_busy = 0, batches = 0;
  struct PerNfp {
    std::uint64_t queries = 0, first_accept = 0, first_join = 0, last_join = 0, last_pop = 0;
  };
  std::vector<PerNfp> nfps{};
};

[[nodiscard]] SlowChipRun run_slow_chip(const SlowChipSetup& setup);

}  // namespace ngpcsim
