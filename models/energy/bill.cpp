#include "models/energy/bill.h"

namespace ngpcsim::energy {
namespace {

constexpr double kNjPerPj = 1e-3;
constexpr double kMm2PerUm2 = 1e-6;
constexpr double kNjPerMws = 1e6;

}  // namespace

Bill::Bill(std::string_view name, const EnergyTable& table, const TechnologyParams& technology, const Scales& scales)
    : table_(table), technology_(technology), scales_(scales) {
  block_.name = name;
}

void Bill::add(std::string_view item, double nj) {
  block_.items.push_back({item, nj});
  block_.dynamic_nj += nj;
}

Bill& Bill::logic(std::string_view item, std::uint64_t count, double pj) {
  const double nj = static_cast<double>(count) * pj * scales_.logic_energy * kNjPerPj;
  clocked_nj_ += nj;
  add(item, nj);
  return *this;
}

Bill& Bill::sram(std::string_view item, std::uint64_t reads, std::uint64_t writes, const SramFigures& macro) {
  const double pj = static_cast<double>(reads) * macro.read_pj + static_cast<double>(writes) * macro.write_pj;
  add(item, pj * scales_.sram_energy * kNjPerPj);
  return *this;
}

Bill& Bill::unscaled(std::string_view item, double pj) {
  add(item, pj * kNjPerPj);
  return *this;
}

Bill& Bill::logic_units(double count, double um2) {
  logic_mm2_ += count * um2 * kMm2PerUm2;
  return *this;
}

Bill& Bill::sram_macros(double count, const SramFigures& macro) {
  sram_mm2_ += count * macro.area_mm2;
  sram_leakage_mw_ += count * macro.leakage_mw;
  return *this;
}

BlockEnergy Bill::finish(double seconds) {
  if (clocked_nj_ > 0.0) add("clock_control", clocked_nj_ * technology_.clock_control_fraction);
  block_.leakage_mw = (sram_leakage_mw_ + logic_mm2_ * table_.logic.leakage_mw_per_mm2) * technology_.leakage_factor;
  block_.leakage_nj = block_.leakage_mw * seconds * kNjPerMws;
  block_.area_mm2 = (sram_mm2_ + logic_mm2_ * (1.0 + technology_.logic_area_overhead)) * scales_.area;
  return block_;
}

}  // namespace ngpcsim::energy
