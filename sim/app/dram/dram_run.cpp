#include "sim/app/dram/dram_run.h"

#include <array>

#include <fmt/format.h>

#include "sim/base/error.h"
#include "sim/base/rng.h"

namespace ngpcsim::app {
namespace {

constexpr std::uint64_t kRequestsPerReport = 1 << 14;

std::string size_text(std::uint64_t bytes) {
  constexpr std::array<const char*, 5> kUnits{"bytes", "KiB", "MiB", "GiB", "TiB"};
  std::size_t unit = 0;
  for (; unit + 1 < kUnits.size() && bytes % 1024 == 0 && bytes > 0; ++unit) bytes /= 1024;
  return fmt::format("{} {}", bytes, kUnits[unit]);
}

class TraceRun {
 public:
  TraceRun(const models::dram::Device& device, TraceReader& trace, const DramRunOptions& options)
      : device_(device), trace_(trace), options_(options), dram_(device, options.commands), capacity_(device.geometry().capacity()) {}

  DramRunRecord run() {
    bool any = false;
    while (const auto request = trace_.next()) {
      if (!any) record_.first_cycle = request->cycle;
      any = true;
      send(*request);
      if (record_.requests() % kRequestsPerReport == 0 && !go_on()) break;
    }
    if (!any) throw InputError(trace_.at(0), "has no memory request", "at least one");
    record_.end = dram_.drain();
    collect();
    dram_.finish(record_.end);
    check(answered_ == record_.requests() && answered_ids_ == sent_ids_, "dram: {} requests were sent, {} were answered, or not the same ones",
          record_.requests(), answered_);
    for (std::uint32_t c = 0; c < device_.geometry().channels; ++c) record_.channels.push_back(dram_.channel_counters(c));
    return std::move(record_);
  }

 private:
  void send(const TraceRequest& request) {
    const std::uint64_t address = request.address - request.address % options_.request_bytes;
    if (address >= capacity_ || capacity_ - address < options_.request_bytes)
      throw InputError(trace_.at(request.line), fmt::format("address {:#x} lies beyond the device", request.address),
                       fmt::format("addresses below its capacity of {}", size_text(capacity_)));
    const std::uint64_t id = record_.requests();
    ++(request.write ? record_.writes : record_.reads);
    record_.bytes += options_.request_bytes;
    sent_ids_ += mix64(id + 1);
    (void)dram_.enter({.write = request.write, .address = address, .bytes = options_.request_bytes, .id = id}, request.cycle);
    collect();
  }

  void collect() {
    for (const models::dram::Answer& answer : dram_.answers()) {
      ++answered_;
      answered_ids_ += mix64(answer.id + 1);
      record_.wait.add(answer.accepted - answer.arrived);
      if (!answer.write) record_.read_latency.add(answer.cycle - answer.accepted);
    }
    dram_.answers().clear();
  }

  bool go_on() {
    if (!options_.progress) return true;
    const double done = trace_.bytes() == 0 ? 0.0 : static_cast<double>(trace_.bytes_read()) / static_cast<double>(trace_.bytes());
    record_.interrupted = !options_.progress({.requests = record_.requests(), .done = done});
    return !record_.interrupted;
  }

  const models::dram::Device& device_;
  TraceReader& trace_;
  const DramRunOptions& options_;
  models::dram::Dram dram_;
  std::uint64_t capacity_;
  DramRunRecord record_;
  std::uint64_t answered_ = 0, sent_ids_ = 0, answered_ids_ = 0;  ///< sums of scrambled numbers: equal only where the same requests were answered, each once
};

}  // namespace

DramRunRecord run_trace(const models::dram::Device& device, TraceReader& trace, const DramRunOptions& options) {
  return TraceRun(device, trace, options).run();
}

}  // namespace ngpcsim::app
