#pragma once
#include <cstdint>
#include <string_view>

#include "models/energy/report.h"
#include "models/energy/sram_table.h"
#include "models/energy/table.h"
#include "models/energy/technology.h"

namespace ngpcsim::energy {

/// Factors from the table's process to the chip's.
struct Scales {
  double logic_energy = 1.0;
  double sram_energy = 1.0;
  double area = 1.0;
};

/// Adds up one block kind: what it did, and what it is made of. Unit costs are passed as the table holds them and scaled here.
class Bill {
 public:
  Bill(std::string_view name, const EnergyTable& table, const TechnologyParams& technology, const Scales& scales);

  /// `count` actions of `pj` each in logic or registers; these carry clock and control.
  Bill& logic(std::string_view item, std::uint64_t count, double pj);
  /// Accesses of SRAM words.
  Bill& sram(std::string_view item, std::uint64_t reads, std::uint64_t writes, const SramFigures& macro);
  /// An energy that is already that of the chip.
  Bill& unscaled(std::string_view item, double pj);

  Bill& logic_units(double count, double um2);
  Bill& sram_macros(double count, const SramFigures& macro);

  /// The block, powered for `seconds`.
  [[nodiscard]] BlockEnergy finish(double seconds);

 private:
  void add(std::string_view item, double nj);

  const EnergyTable& table_;
  const TechnologyParams& technology_;
  Scales scales_;
  BlockEnergy block_;
  double clocked_nj_ = 0.0;
  double logic_mm2_ = 0.0;  // at the table's node, so that its leakage per area applies
  double sram_mm2_ = 0.0;
  double sram_leakage_mw_ = 0.0;
};

}  // namespace ngpcsim::energy
