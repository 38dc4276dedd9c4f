#pragma once
#include "models/energy/device_type.h"
#include "models/energy/sram_table.h"
#include "sim/config/describe.h"

/// What one action costs and how large one unit is, at the node of the table. `configs/energy/*.xml` hold such tables.
namespace ngpcsim::energy {

/// Energy of one operation and area of the unit that starts one per cycle.
struct UnitCost {
  double pj = 0.0;
  double um2 = 0.0;
};

/// Describes both figures of a unit as `<name>_pj` and `<name>_um2`; the names are passed whole because a visitor keeps views of them.
template <class Cost, class Visitor>
void describe_unit(Visitor& v, std::string_view pj_name, std::string_view um2_name, Cost& cost, std::string_view what, std::string_view source) {
  v.real(pj_name, cost.pj, {.min = 0.0, .max = 1e6}, {.unit = "pJ", .meaning = what, .source = source});
  v.real(um2_name, cost.um2, {.min = 0.0, .max = 1e9}, {.unit = "um2", .meaning = what, .source = source});
}

/// Floating point units. A MAC is its multiplier and its adder.
struct FloatingTable {
  Origin origin = Origin::kHorowitz2014;
  UnitCost fp16_multiply{1.1, 1640.0};
  UnitCost fp32_multiply{3.7, 7700.0};
  UnitCost fp16_add{0.4, 1360.0};
  UnitCost fp32_add{0.9, 4184.0};

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    constexpr std::string_view kSource = "Horowitz, ISSCC 2014: 45 nm, 0.9 V";
    v.choice("origin", p.origin, kOrigins, {.unit = "", .meaning = "who measured the group", .source = kSource});
    describe_unit(v, "fp16_multiply_pj", "fp16_multiply_um2", p.fp16_multiply, "16-bit multiply", kSource);
    describe_unit(v, "fp32_multiply_pj", "fp32_multiply_um2", p.fp32_multiply, "32-bit multiply", kSource);
    describe_unit(v, "fp16_add_pj", "fp16_add_um2", p.fp16_add, "16-bit add", kSource);
    describe_unit(v, "fp32_add_pj", "fp32_add_um2", p.fp32_add, "32-bit add", kSource);
  }
};

/// 32-bit integer units of the index arithmetic.
struct IntegerTable {
  Origin origin = Origin::kHorowitz2014;
  UnitCost multiply{3.1, 3495.0};
  UnitCost add{0.1, 137.0};
  UnitCost bitwise{0.02, 51.0};

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    constexpr std::string_view kSource = "Horowitz, ISSCC 2014: 45 nm, 0.9 V";
    v.choice("origin", p.origin, kOrigins, {.unit = "", .meaning = "who measured the group", .source = kSource});
    describe_unit(v, "multiply_pj", "multiply_um2", p.multiply, "32-bit multiply", kSource);
    describe_unit(v, "add_pj", "add_um2", p.add, "32-bit add", kSource);
    describe_unit(v, "bitwise_pj", "bitwise_um2", p.bitwise, "32-bit exclusive or",
                  "our choice: a fifth of an add, since Horowitz lists none (32 XOR gates of 1.6 um2)");
  }
};

/// Flip-flops of queues and pipeline registers, and the leakage of everything that is no SRAM.
struct LogicTable {
  double voltage = 0.9;
  UnitCost register_bit{0.01, 6.0};
  double leakage_mw_per_mm2 = 0.0478;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    v.real("voltage", p.voltage, {.min = 0.5, .max = 1.3},
           {.unit = "V", .meaning = "supply at which the arithmetic and register figures hold", .source = "Horowitz, ISSCC 2014: 0.9 V"});
    describe_unit(v, "register_bit_pj", "register_bit_um2", p.register_bit, "a bit written into a queue or pipeline register",
                  "our choice: about 10 fJ and 6 um2 for a clocked flip-flop at 45 nm");
    v.real("leakage_mw_per_mm2", p.leakage_mw_per_mm2, {.min = 0.0, .max = 1e4},
           {.unit = "mW/mm2", .meaning = "leakage of logic per area at the table's node",
            .source = "our choice: as the 1 MiB SRAM of the same device type (lstp: 0.176 mW on 3.69 mm2)"});
  }
};

/// Costs that do not follow the logic node: memory devices and long wires, given as they are on the target chip.
struct OffBlockTable {
  double dram_pj_per_bit = 7.25;
  double wire_pj_per_bit_mm = 0.078;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    v.real("dram_pj_per_bit", p.dram_pj_per_bit, {.min = 0.0, .max = 1e4},
           {.unit = "pJ/bit", .meaning = "DRAM access and interface, read or write, not scaled", .source = "GDDR6X, vendor brief (secondary): 7.25"});
    v.real("wire_pj_per_bit_mm", p.wire_pj_per_bit_mm, {.min = 0.0, .max = 1e3},
           {.unit = "pJ/bit/mm", .meaning = "a bit moved 1 mm on chip, at the target node, not scaled",
            .source = "Keckler et al., IEEE Micro 2011, projection for 10 nm: 200 pJ for 256 bits over 10 mm (unverified)"});
  }
};

/// One table: one node, one device type.
struct EnergyTable {
  std::uint32_t node_nm = 45;
  DeviceType device = DeviceType::kLstp;
  FloatingTable floating;
  IntegerTable integer;
  LogicTable logic;
  SramTable sram;
  OffBlockTable off_block;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    v.integer("node_nm", p.node_nm, {.min = 7, .max = 45}, {.unit = "nm", .meaning = "node of every figure in the table", .source = "Horowitz and our CACTI runs: 45 nm"});
    v.choice("device", p.device, kDeviceTypes,
             {.unit = "", .meaning = "transistor flavour of the SRAM rows and of all leakage",
              .source = "our choice: lstp; 16 MB of hp cells would leak 17 W per NFP at 45 nm against 1.2 W in all (derived from NGPC, ISCA'23)"});
    v.group("floating", p.floating, "floating point units");
    v.group("integer", p.integer, "integer units");
    v.group("logic", p.logic, "registers and leakage of logic");
    v.group("sram", p.sram, "SRAM macros");
    v.group("off_block", p.off_block, "DRAM and long wires");
  }
};

}  // namespace ngpcsim::energy
