#pragma once
#include <cstdint>

#include "models/dram/counters.h"
#include "models/dram/energy.h"
#include "models/hierarchy/counters.h"

namespace ngpcsim::models {

/// What a memory `hierarchy` counted over a run.
struct HierarchyRecord {
  std::uint64_t slices = 0;
  std::uint64_t edges = 0;                 ///< length of the run, of each slice
  hierarchy::SliceCounters l2;             ///< summed over slices
  std::uint64_t dram_khz = 0;
  std::uint64_t dram_cycles = 0;           ///< length of the run
  std::uint64_t dram_buses = 0;            ///< data buses: channels x pseudo-channels, of all slices
  double dram_pin_gb_s = 0;                ///< of all channels, 10^9 bytes
  dram::Counters dram;                     ///< summed over all of them
  dram::EnergyReport dram_energy;
};

}  // namespace ngpcsim::models
