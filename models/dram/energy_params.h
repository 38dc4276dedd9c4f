#pragma once
#include <array>

#include "sim/config/describe.h"

namespace ngpcsim::models::dram {

enum class EnergyMethod { kIdd, kPerBit };
inline constexpr std::array<config::Choice<EnergyMethod>, 2> kEnergyMethods{{{EnergyMethod::kIdd, "idd"}, {EnergyMethod::kPerBit, "per_bit"}}};

/// One supply of a device: its voltage and the currents of the data sheet's loops.
struct SupplyParams {
  double voltage = 0, idd0_ma = 0, idd2n_ma = 0, idd3n_ma = 0, idd4r_ma = 0, idd4w_ma = 0, idd5_ma = 0, idd5pb_ma = 0;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    constexpr std::string_view kSource = "0: not given; device files give values and sources";
    constexpr config::RealRange kCurrent{.min = 0, .max = 100000};
    v.real("voltage", p.voltage, {.min = 0, .max = 10}, {.unit = "V", .meaning = "of this supply; 0: the device does not have it", .source = kSource});
    v.real("idd0_ma", p.idd0_ma, kCurrent, {.unit = "mA", .meaning = "one bank opened and closed every RC", .source = kSource});
    v.real("idd2n_ma", p.idd2n_ma, kCurrent, {.unit = "mA", .meaning = "standby, all banks closed", .source = kSource});
    v.real("idd3n_ma", p.idd3n_ma, kCurrent, {.unit = "mA", .meaning = "standby, banks open", .source = kSource});
    v.real("idd4r_ma", p.idd4r_ma, kCurrent, {.unit = "mA", .meaning = "reads without a gap", .source = kSource});
    v.real("idd4w_ma", p.idd4w_ma, kCurrent, {.unit = "mA", .meaning = "writes without a gap", .source = kSource});
    v.real("idd5_ma", p.idd5_ma, kCurrent, {.unit = "mA", .meaning = "all-bank refreshes every RFC", .source = kSource});
    v.real("idd5pb_ma", p.idd5pb_ma, kCurrent, {.unit = "mA", .meaning = "per-bank refreshes every RFCpb", .source = kSource});
  }
};

/// docs/dram.md, section 8.
struct EnergyParams {
  EnergyMethod method = EnergyMethod::kPerBit;
  SupplyParams core, second, io;
  double pj_per_bit = 0;
  double background_share = 0.25, activate_share = 0.04, refresh_share = 0.05;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    constexpr std::string_view kShares =
        "our choice: near DDR4-3200 x8 while it streams, from its currents (0.29, 0.01, 0.05), with the smaller rows of graphics and stacked memory";
    v.choice("method", p.method, kEnergyMethods,
             {.unit = "", .meaning = "from currents and voltages, or from a published figure per bit", .source = "our choice: currents where a device has public ones"});
    v.group("core", p.core, "the main supply (VDD, VDD2)");
    v.group("second", p.second, "a second supply (VPP, VDD1)");
    v.group("io", p.io, "the supply of the data pins (VDDQ)");
    v.real("pj_per_bit", p.pj_per_bit, {.min = 0, .max = 1000}, {.unit = "pJ", .meaning = "all energy per bit of reads that stream at pin bandwidth", .source = "0: not given; device files give values and sources"});
    v.real("background_share", p.background_share, {.min = 0, .max = 1}, {.unit = "", .meaning = "of that, spent whatever happens", .source = kShares});
    v.real("activate_share", p.activate_share, {.min = 0, .max = 1}, {.unit = "", .meaning = "of that, for opening and closing rows that are read whole", .source = kShares});
    v.real("refresh_share", p.refresh_share, {.min = 0, .max = 1}, {.unit = "", .meaning = "of that, for refreshes", .source = kShares});
  }
};

}  // namespace ngpcsim::models::dram
