#pragma once
#include <cstdint>
#include <vector>

#include "tests/dram_checker/device.h"
#include "tests/dram_checker/violation.h"

namespace ngpcsim::dram_checker {

/// The data bus of each pseudo-channel: bursts do not overlap (bus.overlap); BTA cycles lie between read data and write data behind them, RTRS between those
/// of different ranks (bus.turnaround). Taken from the times of the data, so that a rule table with a gap shows.
class BusCheck {
 public:
  explicit BusCheck(const Device& device);

  void take(const Command& column_command, Report& report);

 private:
  struct Burst {
    std::uint64_t start = 0;
    std::uint64_t line = 0;
    std::uint32_t rank = 0;
    bool read = false;
  };

  void check_pair(const Burst& earlier, const Burst& later, Report& report) const;

  Geometry geometry_;
  std::uint64_t read_latency_, write_latency_, burst_cycles_, turnaround_, rank_switch_;
  std::vector<std::vector<Burst>> recent_;  ///< of each pseudo-channel: bursts that one to come may still meet, by start
};

}  // namespace ngpcsim::dram_checker
