#include "models/energy/energy_model.h"

#include "models/energy/scaling.h"
#include "models/energy/validate.h"

namespace ngpcsim::energy {
namespace {

// Below an eighth of the smallest row an SRAM is rather a register file, and above the largest one a macro has never been computed.
constexpr std::uint64_t kSmallestTrusted = SramTable::kSmallestBytes / 8;

// Operations of one evaluation of spherical harmonics of degree 4 in fp32, three products and sums for 2x - 1 included
// (tiny-cuda-nn's polynomial form: x^2, y^2, z^2, xy, yz, xz first).
constexpr std::uint64_t kSh4Multiplies = 37;
constexpr std::uint64_t kSh4Adds = 11;

Scales scales_of(const EnergyTable& table, const TechnologyParams& technology) {
  const auto from = static_cast<double>(table.node_nm);
  const auto to = static_cast<double>(technology.node_nm);
  return {.logic_energy = energy_ratio(from, table.logic.voltage, to, technology.voltage),
          .sram_energy = energy_ratio(from, table.sram.voltage, to, technology.voltage),
          .area = area_ratio(from, to)};
}

std::uint64_t ceil_div(std::uint64_t amount, std::uint32_t per_item) {
  check(per_item > 0, "a word of 0 bytes or an interval of 0 cycles");
  return (amount + per_item - 1) / per_item;
}

}  // namespace

EnergyModel::EnergyModel(const EnergyTable& table, const TechnologyParams& technology, const InputLocation& at)
    : table_(table), technology_(technology), scales_(scales_of(table, technology)), warnings_(source_warnings(table)) {
  require_one_device(table, at);
}

SramFigures EnergyModel::sram(std::uint64_t bytes, std::uint64_t word_bytes) const {
  SramFigures figures = macro(bytes, word_bytes);
  figures.read_pj *= scales_.sram_energy;
  figures.write_pj *= scales_.sram_energy;
  figures.leakage_mw *= technology_.leakage_factor;
  figures.area_mm2 *= scales_.area;
  return figures;
}

BlockEnergy EnergyModel::encoding_engine(const EncodingActions& a, const EncodingGeometry& g, std::uint32_t nfps, double seconds) const {
  const FloatingTable& fp = table_.floating;
  const IntegerTable& integer = table_.integer;
  const SramFigures bank = macro(g.bank_bytes, g.word_bytes);
  // An engine starts one pass per cycle, so it has a unit for every operation of a pass; combining corners needs both kinds of unit.
  const EncodingActions units = encoding_arithmetic({.dims = g.dims, .features = g.features_per_cycle, .dense = 1});
  const std::uint64_t xor_units = encoding_arithmetic({.dims = g.dims, .features = g.features_per_cycle, .hashed = 1}).index_xors;
  const double engines = static_cast<double>(nfps) * g.engines;
  const auto of_engines = [engines](std::uint64_t per_engine) { return engines * static_cast<double>(per_engine); };
  Bill engine_bill = bill("encoding_engine");
  if (g.bin_bytes > 0) {
    const SramFigures bins = macro(g.bin_bytes, g.bin_word_bytes), sums = macro(g.sum_bytes, g.sum_word_bytes);
    engine_bill.sram("page_bins", a.bin_accesses, a.bin_accesses, bins).sram("partial_sums", a.sum_accesses, a.sum_accesses, sums).sram_macros(engines, bins).sram_macros(engines, sums);
  }
  return engine_bill.sram("grid_sram", a.grid_reads, a.grid_writes, bank)
      .logic("pos_fract", a.position_fmas, fp.fp32_multiply.pj + fp.fp32_add.pj)
      .logic("grid_index_multiply", a.index_multiplies, integer.multiply.pj)
      .logic("grid_index_add", a.index_adds, integer.add.pj)
      .logic("grid_index_xor", a.index_xors, integer.bitwise.pj)
      .logic("weight_subtract", a.weight_subtracts, fp.fp32_add.pj)
      .logic("weight_multiply", a.weight_multiplies, fp.fp32_multiply.pj)
      .logic("interpolate", a.interpolation_macs, fp.fp16_multiply.pj + fp.fp16_add.pj)
      .logic("queues", a.queue_bits, table_.logic.register_bit.pj)
      .sram_macros(engines * g.banks, bank)
      .logic_units(of_engines(units.position_fmas), fp.fp32_multiply.um2 + fp.fp32_add.um2)
      .logic_units(of_engines(units.index_multiplies), integer.multiply.um2)
      .logic_units(of_engines(units.index_adds), integer.add.um2)
      .logic_units(of_engines(xor_units), integer.bitwise.um2)
      .logic_units(of_engines(units.weight_subtracts), fp.fp32_add.um2)
      .logic_units(of_engines(units.weight_multiplies), fp.fp32_multiply.um2)
      .logic_units(of_engines(units.interpolation_macs), fp.fp16_multiply.um2 + fp.fp16_add.um2)
      .logic_units(of_engines(g.queue_bits), table_.logic.register_bit.um2)
      .finish(seconds);
}

BlockEnergy EnergyModel::direction_encoder(const DirectionActions& a, const DirectionGeometry& g, std::uint32_t nfps, double seconds) const {
  const FloatingTable& fp = table_.floating;
  const double units = static_cast<double>(nfps) * g.units;
  const auto shared = [&](std::uint64_t operations) { return units * static_cast<double>(ceil_div(operations, g.interval_cycles)); };
  return bill("direction_encoder")
      .logic("multiply", a.evaluations * kSh4Multiplies, fp.fp32_multiply.pj)
      .logic("add", a.evaluations * kSh4Adds, fp.fp32_add.pj)
      .logic("queues", a.queue_bits, table_.logic.register_bit.pj)
      .logic_units(shared(kSh4Multiplies), fp.fp32_multiply.um2)
      .logic_units(shared(kSh4Adds), fp.fp32_add.um2)
      .logic_units(units * static_cast<double>(g.queue_bits), table_.logic.register_bit.um2)
      .finish(seconds);
}

BlockEnergy EnergyModel::mlp_engine(const MlpActions& a, const MlpGeometry& g, std::uint32_t nfps, double seconds) const {
  check(a.macs_useful <= a.macs_clocked, "{} useful MACs of {} clocked", a.macs_useful, a.macs_clocked);
  const FloatingTable& fp = table_.floating;
  const double mac_pj = fp.fp16_multiply.pj + fp.fp32_add.pj;
  const SramFigures weights = macro(g.weight_bytes, g.weight_word_bytes);
  const SramFigures activations = macro(g.activation_bytes, g.activation_word_bytes);
  return bill("mlp_engine")
      .logic("macs_useful", a.macs_useful, mac_pj)
      .logic("macs_idle", a.macs_clocked - a.macs_useful, mac_pj * technology_.idle_mac_fraction)
      .sram("weight_sram", a.weight_reads, a.weight_writes, weights)
      .sram("activation_buffer", a.activation_reads, a.activation_writes, activations)
      .logic("registers", a.register_bits, table_.logic.register_bit.pj)
      .logic_units(static_cast<double>(nfps) * g.rows * g.cols, fp.fp16_multiply.um2 + fp.fp32_add.um2)
      .logic_units(static_cast<double>(nfps) * static_cast<double>(g.register_bits), table_.logic.register_bit.um2)
      .sram_macros(nfps, weights)
      .sram_macros(nfps, activations)
      .finish(seconds);
}

BlockEnergy EnergyModel::feature_buffer(const FeatureBufferActions& a, const FeatureBufferGeometry& g, std::uint32_t nfps, double seconds) const {
  const SramFigures buffer = macro(g.bytes, g.word_bytes);
  return bill("feature_buffer").sram("sram", a.reads, a.writes, buffer).sram_macros(nfps, buffer).finish(seconds);
}

BlockEnergy EnergyModel::dma(const DmaActions& a, const DmaGeometry& g, std::uint32_t nfps, double seconds) const {
  const SramFigures buffer = macro(g.buffer_bytes, g.word_bytes);
  const std::uint64_t accesses = ceil_div(a.bytes, g.word_bytes);
  return bill("dma")
      .sram("chunk_buffers", accesses, accesses, buffer)
      .unscaled("wires", static_cast<double>(a.bytes) * 8.0 * table_.off_block.wire_pj_per_bit_mm * technology_.memory_wire_mm)
      .sram_macros(nfps, buffer)
      .finish(seconds);
}

BlockEnergy EnergyModel::scheduler(const SchedulerActions& a, const SchedulerGeometry& g, double seconds) const {
  return bill("scheduler")
      .logic("queues", a.queue_bits, table_.logic.register_bit.pj)
      .logic_units(static_cast<double>(g.queue_bits), table_.logic.register_bit.um2)
      .finish(seconds);
}

BlockEnergy EnergyModel::dram(const DramActions& a) const {
  constexpr double kPjPerNj = 1e3;
  if (a.device) {
    return bill("dram")
        .unscaled("background", a.device->background_nj * kPjPerNj)
        .unscaled("activate", a.device->activate_nj * kPjPerNj)
        .unscaled("read", a.device->read_nj * kPjPerNj)
        .unscaled("write", a.device->write_nj * kPjPerNj)
        .unscaled("refresh", a.device->refresh_nj * kPjPerNj)
        .finish(0.0);
  }
  const double pj_per_byte = 8.0 * table_.off_block.dram_pj_per_bit;
  return bill("dram")
      .unscaled("read", static_cast<double>(a.read_bytes) * pj_per_byte)
      .unscaled("write", static_cast<double>(a.write_bytes) * pj_per_byte)
      .finish(0.0);
}

EnergyReport EnergyModel::report(const ChipActions& a, const ChipGeometry& g, double seconds) const {
  EnergyReport report{.seconds = seconds,
                      .blocks = {encoding_engine(a.encoding, g.encoding, g.nfps, seconds),
                                 direction_encoder(a.direction, g.direction, g.nfps, seconds), mlp_engine(a.mlp, g.mlp, g.nfps, seconds),
                                 feature_buffer(a.feature_buffer, g.feature_buffer, g.nfps, seconds), dma(a.dma, g.dma, g.nfps, seconds),
                                 scheduler(a.scheduler, g.scheduler, seconds)},
                      .warnings = warnings_};
  for (const BlockEnergy& block : report.blocks) {
    report.ngpc_nj += block.total_nj();
    report.area_mm2 += block.area_mm2;
  }
  report.blocks.push_back(dram(a.dram));
  report.dram_nj = report.blocks.back().total_nj();
  report.total_nj = report.ngpc_nj + report.dram_nj;
  const std::uint64_t bank = g.encoding.bank_bytes;
  if (bank > SramTable::kLargestBytes || (bank > 0 && bank < kSmallestTrusted)) {
    report.warnings.push_back(fmt::format("grid SRAM banks of {} bytes lie outside the energy table ({} to {} bytes): extrapolated", bank,
                                          kSmallestTrusted, SramTable::kLargestBytes));
  }
  return report;
}

}  // namespace ngpcsim::energy
