#include "models/dram/energy.h"

namespace ngpcsim::models::dram {
namespace {

constexpr double kNjPerPj = 1e-3;

/// `ma` milliamperes at `volt` for one cycle, in nJ: mA x V x us.
double cycle_nj(const Device& device, double volt, double ma) { return volt * ma * 1e3 / static_cast<double>(device.params().clock_khz); }

void add_supply(const Device& d, const SupplyParams& s, const Counters& c, EnergyReport& report) {
  const auto cycles = [&](Timing t) { return static_cast<double>(d.timing(t)); };
  const double devices = d.params().organization.devices_per_rank;
  const auto nj = [&](double ma_cycles) { return devices * cycle_nj(d, s.voltage, ma_cycles); };
  const double rc = cycles(Timing::kRC), ras = cycles(Timing::kRAS), burst = cycles(Timing::kBL);
  const double refresh = (s.idd5_ma - s.idd2n_ma) * cycles(Timing::kRFC);
  const double bank_refresh = s.idd5pb_ma > 0 ? (s.idd5pb_ma - s.idd2n_ma) * cycles(Timing::kRFCpb) : refresh / d.geometry().banks_per_rank();
  report.background_nj += nj(s.idd3n_ma * static_cast<double>(c.active_cycles) + s.idd2n_ma * static_cast<double>(c.precharged_cycles));
  report.activate_nj += nj(s.idd0_ma * rc - s.idd3n_ma * ras - s.idd2n_ma * (rc - ras)) * static_cast<double>(c.count(Command::kAct));
  report.read_nj += nj((s.idd4r_ma - s.idd3n_ma) * burst) * static_cast<double>(c.reads());
  report.write_nj += nj((s.idd4w_ma - s.idd3n_ma) * burst) * static_cast<double>(c.writes());
  report.refresh_nj += nj(refresh) * static_cast<double>(c.count(Command::kRef)) + nj(bank_refresh) * static_cast<double>(c.count(Command::kRefBank));
}

EnergyReport per_bit(const Device& d, const Counters& c) {
  const EnergyParams& e = d.params().energy;
  const Geometry& g = d.geometry();
  const double burst_bits = 8.0 * g.burst_bytes, bits_per_cycle = burst_bits / d.burst_cycles(), pj = e.pj_per_bit;
  const double access = pj * (1.0 - e.background_share - e.activate_share - e.refresh_share) * burst_bits * kNjPerPj;
  const double refresh = pj * e.refresh_share * bits_per_cycle * d.timing(Timing::kREFI) / g.ranks * kNjPerPj;
  EnergyReport report;
  report.background_nj = pj * e.background_share * bits_per_cycle * kNjPerPj * static_cast<double>(c.bus_cycles());
  report.activate_nj = pj * e.activate_share * 8.0 * static_cast<double>(g.row_bytes()) * kNjPerPj * static_cast<double>(c.count(Command::kAct));
  report.read_nj = access * static_cast<double>(c.reads());
  report.write_nj = access * static_cast<double>(c.writes());
  report.refresh_nj = refresh * (static_cast<double>(c.count(Command::kRef)) + static_cast<double>(c.count(Command::kRefBank)) / g.banks_per_rank());
  return report;
}

}  // namespace

EnergyReport energy_of(const Device& device, const Counters& counters) {
  const EnergyParams& e = device.params().energy;
  if (e.method == EnergyMethod::kPerBit) return per_bit(device, counters);
  EnergyReport report;
  for (const SupplyParams* supply : {&e.core, &e.second, &e.io}) add_supply(device, *supply, counters, report);
  return report;
}

}  // namespace ngpcsim::models::dram
