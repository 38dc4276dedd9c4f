#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>

#include "models/dram/counters.h"
#include "models/dram/device.h"
#include "sim/base/error.h"

namespace ngpcsim::models::dram {

/// The data bus of a pseudo-channel: what each of its cycles was used for.
class Bus {
 public:
  /// A burst takes the bus from cycle `begin` on; bursts come in order.
  void burst(const Device& device, bool write, std::uint32_t rank, std::uint64_t begin, Counters& counters) {
    check(begin >= end_, "dram: data at cycle {} while the bus is taken until {}", begin, end_);
    const std::uint64_t gap = begin - end_;
    const std::uint64_t turn = any_ && (write != write_ || rank != rank_) ? std::min(gap, device.bus_gap(write_, write, rank != rank_)) : 0;
    counters.turnaround_cycles += turn;
    counters.idle_cycles += gap - turn;
    (write ? counters.write_cycles : counters.read_cycles) += device.burst_cycles();
    end_ = begin + device.burst_cycles();
    any_ = true;
    write_ = write;
    rank_ = rank;
  }
  void finish(std::uint64_t end, Counters& counters) {
    check(end >= end_, "dram: the run ends at cycle {}, data at {}", end, end_);
    counters.idle_cycles += end - end_;
    end_ = end;
  }

  [[nodiscard]] std::uint64_t end() const { return end_; }

 private:
  std::uint64_t end_ = 0;
  bool any_ = false, write_ = false;
  std::uint32_t rank_ = 0;
};

}  // namespace ngpcsim::models::dram
