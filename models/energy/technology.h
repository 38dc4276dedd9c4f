#pragma once
#include <cstdint>

#include "models/energy/table.h"
#include "sim/config/describe.h"

namespace ngpcsim::energy {

/// The process that the chip is built in, and the costs that no table of single units holds.
struct TechnologyParams {
  std::uint32_t node_nm = 7;
  double voltage = 0.8;
  double leakage_factor = 1.0;
  double clock_control_fraction = 0.2;
  double logic_area_overhead = 0.1;
  double idle_mac_fraction = 0.2;
  double memory_wire_mm = 5.0;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    v.integer("node_nm", p.node_nm, {.min = 7, .max = 45}, {.unit = "nm", .meaning = "node of the chip; energy and area scale by Stillmaker and Baas 2017", .source = "NGPC (ISCA'23): 7 nm"});
    v.real("voltage", p.voltage, {.min = 0.6, .max = 1.1}, {.unit = "V", .meaning = "supply of the NGPC", .source = "our choice: the paper states none"});
    v.real("leakage_factor", p.leakage_factor, {.min = 0.0, .max = 1e3},
           {.unit = "", .meaning = "leakage of a structure at the chip's node over its leakage at the table's node", .source = "our choice: equal; the scaling equations leave leakage out"});
    v.real("clock_control_fraction", p.clock_control_fraction, {.min = 0.0, .max = 10.0},
           {.unit = "", .meaning = "clock tree and control, as a fraction of the dynamic energy of logic and registers (SRAM rows contain theirs)", .source = "our choice: unit tables leave it out"});
    v.real("logic_area_overhead", p.logic_area_overhead, {.min = 0.0, .max = 10.0},
           {.unit = "", .meaning = "routing and placement, as a fraction of the area of logic and registers", .source = "our choice: about 90 % utilisation"});
    v.real("idle_mac_fraction", p.idle_mac_fraction, {.min = 0.0, .max = 1.0},
           {.unit = "", .meaning = "energy of a MAC that is clocked without useful operands over that of a useful one: 0 gated off, 1 not gated", .source = "our choice: operands held, clock running"});
    v.real("memory_wire_mm", p.memory_wire_mm, {.min = 0.0, .max = 100.0},
           {.unit = "mm", .meaning = "length of the way between an NFP and the L2", .source = "our choice: a fifth of the edge of a 628 mm2 die"});
  }
};

/// An energy file: the table and the process it is scaled to.
struct EnergyParams {
  EnergyTable table;
  TechnologyParams technology;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    v.group("table", p.table, "costs of single actions and units");
    v.group("technology", p.technology, "the process of the chip");
  }
};

}  // namespace ngpcsim::energy
