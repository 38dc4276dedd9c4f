#include "tests/dram_checker/bus_check.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace ngpcsim::dram_checker {

BusCheck::BusCheck(const Device& device)
    : geometry_(device.geometry),
      read_latency_(device.cycles("CL")),
      write_latency_(device.cycles("CWL")),
      burst_cycles_(device.cycles("BL")),
      turnaround_(device.cycles("BTA")),
      rank_switch_(device.cycles("RTRS")),
      recent_(device.geometry.channels * device.geometry.pseudo_channels) {}

void BusCheck::take(const Command& command, Report& report) {
  std::vector<Burst>& recent = recent_[geometry_.pseudo_channel_number(command)];
  const bool read = is_read(command.kind);
  const Burst burst{.start = command.cycle + (read ? read_latency_ : write_latency_), .line = command.line, .rank = command.rank, .read = read};

  const std::uint64_t first_to_come = command.cycle + std::min(read_latency_, write_latency_), reach = burst_cycles_ + std::max(turnaround_, rank_switch_);
  std::erase_if(recent, [&](const Burst& old) { return old.start + reach < first_to_come; });

  const auto later = std::upper_bound(recent.begin(), recent.end(), burst, [](const Burst& a, const Burst& b) { return a.start < b.start; });
  if (later != recent.begin()) check_pair(*(later - 1), burst, report);
  if (later != recent.end()) check_pair(burst, *later, report);
  recent.insert(later, burst);
}

void BusCheck::check_pair(const Burst& earlier, const Burst& later, Report& report) const {
  const std::uint64_t distance = later.start - earlier.start;
  std::uint64_t gap = 0;
  if (earlier.rank != later.rank) gap = rank_switch_;
  else if (earlier.read && !later.read) gap = turnaround_;
  if (distance >= burst_cycles_ + gap) return;
  const bool overlap = distance < burst_cycles_;
  const std::uint64_t earlier_end = earlier.start + burst_cycles_, later_end = later.start + burst_cycles_;
  const auto [first, second] = std::minmax(earlier.line, later.line);
  report.add({.rule = overlap ? "bus.overlap" : "bus.turnaround",
              .what = fmt::format("data in cycles [{}, {}) and [{}, {})", earlier.start, earlier_end, later.start, later_end),
              .lines = {first, second},
              .required = burst_cycles_ + gap,
              .actual = distance});
}

}  // namespace ngpcsim::dram_checker
