#pragma once
#include "models/dram/counters.h"
#include "models/dram/device.h"

namespace ngpcsim::models::dram {

/// Energy of a run in nJ, by what it was spent on.
struct EnergyReport {
  double background_nj = 0, activate_nj = 0, read_nj = 0, write_nj = 0, refresh_nj = 0;
  [[nodiscard]] double total_nj() const { return background_nj + activate_nj + read_nj + write_nj + refresh_nj; }
};

/// Of `counters`, those of one pseudo-channel or sums of several (docs/dram.md, section 8). Both methods are linear in the counts.
[[nodiscard]] EnergyReport energy_of(const Device& device, const Counters& counters);

}  // namespace ngpcsim::models::dram
