#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "models/dram/dram.h"
#include "sim/app/dram/latencies.h"
#include "sim/app/dram/trace_reader.h"

namespace ngpcsim::app {

/// What came of a trace: integers, no ratios.
struct DramRunRecord {
  std::uint64_t reads = 0, writes = 0;     ///< requests
  std::uint64_t bytes = 0;                 ///< of them all
  std::uint64_t first_cycle = 0, end = 0;  ///< arrival of the first request; the cycle behind the last data
  Latencies read_latency;                  ///< from acceptance to answer
  Latencies wait;                          ///< from arrival to acceptance, of all requests
  std::vector<models::dram::Counters> channels;
  bool interrupted = false;

  [[nodiscard]] std::uint64_t requests() const { return reads + writes; }
  [[nodiscard]] std::uint64_t cycles() const { return end - first_cycle; }
};

struct DramProgress {
  std::uint64_t requests = 0;
  double done = 0;  ///< of the file
};

struct DramRunOptions {
  std::uint32_t request_bytes = 64;
  models::dram::CommandObserver commands;
  std::function<bool(const DramProgress&)> progress;  ///< false: stop
};

/// Sends every request of the trace through the device and returns when the last one is served. Throws InputError for lines that are no requests, addresses
/// beyond the capacity, and a trace without requests.
[[nodiscard]] DramRunRecord run_trace(const models::dram::Device& device, TraceReader& trace, const DramRunOptions& options);

}  // namespace ngpcsim::app
