#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace ngpcsim::energy {

/// One line of a block's bill.
struct EnergyItem {
  std::string_view name;
  double nj = 0.0;
};

/// Energy and area of all instances of one block kind over a run. `dynamic_nj` is the sum of `items` in their order.
struct BlockEnergy {
  std::string_view name;
  std::vector<EnergyItem> items;
  double dynamic_nj = 0.0;
  double leakage_mw = 0.0;
  double leakage_nj = 0.0;
  double area_mm2 = 0.0;

  [[nodiscard]] double total_nj() const { return dynamic_nj + leakage_nj; }
};

/// The blocks of a chip in a fixed order; totals are sums over the blocks in that order. DRAM is listed as a block without area, because
/// its devices are not on the die: `ngpc_nj` leaves it out.
struct EnergyReport {
  double seconds = 0.0;
  std::vector<BlockEnergy> blocks;
  double ngpc_nj = 0.0;
  double dram_nj = 0.0;
  double total_nj = 0.0;
  double area_mm2 = 0.0;
  std::vector<std::string> warnings;

  /// Average power in W over the run; 0 for a run of no length.
  [[nodiscard]] double average_w(double nj) const { return seconds > 0.0 ? nj * 1e-9 / seconds : 0.0; }
};

}  // namespace ngpcsim::energy
