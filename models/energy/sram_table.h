#pragma once
#include <array>
#include <cstdint>

#include "models/energy/device_type.h"
#include "sim/config/describe.h"

namespace ngpcsim::energy {

/// What one single-ported SRAM of a given size costs: energies per access of a whole word, leakage while powered.
struct SramFigures {
  double read_pj = 0.0;
  double write_pj = 0.0;
  double leakage_mw = 0.0;
  double area_mm2 = 0.0;
  double access_ns = 0.0;
};

/// One row of the SRAM table: accesses of 32 to 256 bits; leakage, area and access time of the 64-bit macro.
struct SramPoint {
  double read_32_pj = 1.0, read_64_pj = 1.0, read_128_pj = 1.0, read_256_pj = 1.0;
  double write_32_pj = 1.0, write_64_pj = 1.0, write_128_pj = 1.0, write_256_pj = 1.0;
  double leakage_mw = 1.0;
  double area_mm2 = 1.0;
  double access_ns = 1.0;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    constexpr config::RealRange kEnergy{.min = 1e-6, .max = 1e6};
    const auto access = [](std::string_view meaning) { return config::Doc{.unit = "pJ", .meaning = meaning, .source = kSource}; };
    v.real("read_32_pj", p.read_32_pj, kEnergy, access("read of a 32-bit word"));
    v.real("read_64_pj", p.read_64_pj, kEnergy, access("read of a 64-bit word"));
    v.real("read_128_pj", p.read_128_pj, kEnergy, access("read of a 128-bit word"));
    v.real("read_256_pj", p.read_256_pj, kEnergy, access("read of a 256-bit word"));
    v.real("write_32_pj", p.write_32_pj, kEnergy, access("write of a 32-bit word"));
    v.real("write_64_pj", p.write_64_pj, kEnergy, access("write of a 64-bit word"));
    v.real("write_128_pj", p.write_128_pj, kEnergy, access("write of a 128-bit word"));
    v.real("write_256_pj", p.write_256_pj, kEnergy, access("write of a 256-bit word"));
    v.real("leakage_mw", p.leakage_mw, {.min = 1e-9, .max = 1e6}, {.unit = "mW", .meaning = "leakage of the whole macro", .source = kSource});
    v.real("area_mm2", p.area_mm2, {.min = 1e-6, .max = 1e4}, {.unit = "mm2", .meaning = "area of the whole macro", .source = kSource});
    v.real("access_ns", p.access_ns, {.min = 1e-3, .max = 1e3}, {.unit = "ns", .meaning = "random access time at the table's node", .source = kSource});
  }

 private:
  static constexpr std::string_view kSource = "CACTI 7 run of ours: type ram, one read-write port, 45 nm, 350 K, ITRS lstp cells";
};

/// SRAM macros from 8 KiB to 2 MiB in powers of two, all at one node, supply and device type.
struct SramTable {
  static constexpr std::size_t kPoints = 9;
  static constexpr std::uint64_t kSmallestBytes = 8 * 1024;
  static constexpr std::uint64_t kLargestBytes = kSmallestBytes << (kPoints - 1);

  /// The table of 45 nm low-standby-power cells.
  SramTable();

  Origin origin = Origin::kCacti7;
  double voltage = 1.1;
  std::array<SramPoint, kPoints> points;

  /// Figures of a macro of `bytes` read and written in words of `word_bits`, at the table's node. Sizes between rows are interpolated
  /// log-log, sizes outside continue the outermost slope. Widths: linear between the columns; a word below 32 bits costs a 32-bit one
  /// (the rest is read and dropped); above 256 bits macros stand side by side (energy in proportion). No bytes: all zero.
  [[nodiscard]] SramFigures figures(std::uint64_t bytes, std::uint64_t word_bits) const;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    v.choice("origin", p.origin, kOrigins, {.unit = "", .meaning = "tool behind the rows", .source = "CACTI 7 (Balasubramonian et al. 2017)"});
    v.real("voltage", p.voltage, {.min = 0.5, .max = 1.3},
           {.unit = "V", .meaning = "supply at which the rows hold", .source = "CACTI 7, tech_params/45nm.dat: 1.1 V for lstp, 1.0 V for hp"});
    for (std::size_t row = 0; row < kPoints; ++row) v.group(kRowNames[row], p.points[row], "an SRAM macro of this many KiB");
  }

 private:
  static constexpr std::array<std::string_view, kPoints> kRowNames{"kib_8",   "kib_16",  "kib_32",   "kib_64",  "kib_128",
                                                                   "kib_256", "kib_512", "kib_1024", "kib_2048"};
};

}  // namespace ngpcsim::energy
