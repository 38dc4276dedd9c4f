#include "models/energy/energy_model.h"

#include <gtest/gtest.h>

#include "sim/base/error.h"

namespace ngpcsim::energy {
namespace {

// 45 nm at the supplies of the table, no overheads: every figure comes out as the table holds it.
TechnologyParams unscaled() {
  return {.node_nm = 45, .voltage = 0.9, .clock_control_fraction = 0.0, .logic_area_overhead = 0.0, .idle_mac_fraction = 0.25};
}

EnergyTable plain_table() {
  EnergyTable table;
  table.sram.voltage = 0.9;
  return table;
}

TEST(EnergyModel, MacsAreAMultiplyAndAnAccumulate) {
  const EnergyModel model(plain_table(), unscaled());
  // 1000 useful at 1.1 + 0.9 pJ, 3000 idle at a quarter of it: 2000 + 1500 pJ.
  const BlockEnergy block = model.mlp_engine({.macs_useful = 1000, .macs_clocked = 4000}, {}, 1, 0.0);
  EXPECT_NEAR(block.dynamic_nj, 3.5, 1e-12);
}

TEST(EnergyModel, EncodingIsTheSumOfItsActions) {
  const EnergyModel model(plain_table(), unscaled());
  const EncodingActions actions{.position_fmas = 1, .index_multiplies = 10, .index_adds = 100, .index_xors = 1000, .weight_subtracts = 2,
                                .weight_multiplies = 20, .interpolation_macs = 200, .grid_reads = 3, .grid_writes = 5, .queue_bits = 7};
  const EncodingGeometry geometry{.bank_bytes = 128 * 1024, .word_bytes = 8};
  // Horowitz, ISSCC 2014 (multiply 3.7 and add 0.9 at 32 bits, 1.1 and 0.4 at 16; integer 3.1, 0.1), ours for XOR and registers, CACTI's
  // 128 KiB macro read 37.0661 and written 30.0676.
  const double pj = 1 * (3.7 + 0.9) + 10 * 3.1 + 100 * 0.1 + 1000 * 0.02 + 2 * 0.9 + 20 * 3.7 + 200 * (1.1 + 0.4) + 3 * 37.0661 + 5 * 30.0676 + 7 * 0.01;
  EXPECT_NEAR(model.encoding_engine(actions, geometry, 1, 0.0).dynamic_nj, pj * 1e-3, 1e-12);
}

TEST(EnergyModel, DirectionEncoderCountsThePolynomials) {
  const EnergyModel model(plain_table(), unscaled());
  // Degree 4: 6 products of coordinates, 28 more in the 15 polynomials, 8 sums; 3 products and 3 sums map [0, 1] to [-1, 1].
  EXPECT_NEAR(model.direction_encoder({.evaluations = 1000}, {}, 1, 0.0).dynamic_nj, 37 * 3.7 + 11 * 0.9, 1e-9);
}

TEST(EnergyModel, DramCountsBits) {
  const EnergyModel model(EnergyTable{}, TechnologyParams{});
  const BlockEnergy block = model.dram({.read_bytes = 1000, .write_bytes = 24});
  EXPECT_NEAR(block.dynamic_nj, 1024 * 8 * 7.25 * 1e-3, 1e-9);
  EXPECT_EQ(block.leakage_nj, 0.0);
  EXPECT_EQ(block.area_mm2, 0.0);
}

TEST(EnergyModel, DmaPassesABufferAndAWire) {
  const EnergyModel model(plain_table(), unscaled());
  // 100 bytes are 4 words of 32 bytes; CACTI's 16 KiB macro at 256 bits: 16.8682 read, 50.8463 written. 5 mm at 0.078 pJ.
  const BlockEnergy block = model.dma({.bytes = 100}, {.buffer_bytes = 16 * 1024, .word_bytes = 32}, 1, 0.0);
  EXPECT_NEAR(block.dynamic_nj, (4 * (16.8682 + 50.8463) + 100 * 8 * 0.078 * 5.0) * 1e-3, 1e-12);
}

TEST(EnergyModel, ScalesLogicAndSramFromTheirOwnSupplies) {
  const EnergyModel model(EnergyTable{}, {.node_nm = 7, .voltage = 0.9, .clock_control_fraction = 0.0});
  const double at_7nm = 0.1776 * 0.81 - 0.09097 * 0.9 + 0.02447;
  const auto at_45nm = [](double v) { return 1.103 * v * v - 0.362 * v + 0.2767; };
  EXPECT_NEAR(model.mlp_engine({.macs_useful = 1000, .macs_clocked = 1000}, {}, 1, 0.0).dynamic_nj, 2.0 * at_7nm / at_45nm(0.9), 1e-12);
  EXPECT_NEAR(model.sram(1 << 20, 8).read_pj, 105.954 * at_7nm / at_45nm(1.1), 1e-9);
  EXPECT_NEAR(model.sram(1 << 20, 8).area_mm2, 3.68568 * 0.059, 1e-12);
}

TEST(EnergyModel, ClockAndControlAddTheirFractionToLogicOnly) {
  TechnologyParams technology = unscaled();
  technology.clock_control_fraction = 0.5;
  const EnergyModel model(plain_table(), technology);
  EXPECT_NEAR(model.mlp_engine({.macs_useful = 10, .macs_clocked = 10}, {}, 1, 0.0).dynamic_nj, 1.5 * 20e-3, 1e-12);
  EXPECT_NEAR(model.feature_buffer({.reads = 1}, {.bytes = 8 * 1024, .word_bytes = 32}, 1, 0.0).dynamic_nj, 13.7114e-3, 1e-12);
}

TEST(EnergyModel, LeakageIsPowerTimesTime) {
  TechnologyParams technology = unscaled();
  technology.leakage_factor = 3.0;
  const EnergyModel model(plain_table(), technology);
  const FeatureBufferGeometry geometry{.bytes = 8 * 1024, .word_bytes = 32};
  const BlockEnergy block = model.feature_buffer({}, geometry, 4, 0.02);
  EXPECT_NEAR(block.leakage_mw, 4 * 3.0 * 0.00170446, 1e-12);
  EXPECT_NEAR(block.leakage_nj, 4 * 3.0 * 0.00170446 * 0.02 * 1e6, 1e-6);  // mW x s = 1e6 nJ
  EXPECT_EQ(block.dynamic_nj, 0.0);
}

TEST(EnergyModel, LogicLeaksByItsAreaAtTheTablesNode) {
  TechnologyParams technology = unscaled();
  technology.node_nm = 7;
  technology.logic_area_overhead = 0.5;
  const EnergyModel model(plain_table(), technology);
  // 1e6 register bits of 6 um2 are 6 mm2 at 45 nm, leaking 0.0478 mW each; routing takes area and leaks nothing.
  const BlockEnergy block = model.scheduler({}, {.queue_bits = 1'000'000}, 1.0);
  EXPECT_NEAR(block.leakage_mw, 6.0 * 0.0478, 1e-12);
  EXPECT_NEAR(block.area_mm2, 6.0 * 1.5 * 0.059, 1e-12);
}

TEST(EnergyReport, TotalsAreTheSumsOfTheBlocks) {
  const EnergyModel model(EnergyTable{}, TechnologyParams{});
  const ChipActions actions{.encoding = {.interpolation_macs = 111, .grid_reads = 222},
                            .direction = {.evaluations = 333},
                            .mlp = {.macs_useful = 444, .macs_clocked = 555},
                            .feature_buffer = {.reads = 666, .writes = 777},
                            .dma = {.bytes = 888},
                            .scheduler = {.queue_bits = 999},
                            .dram = {.read_bytes = 1234, .write_bytes = 4321}};
  const EnergyReport report = model.report(actions, {}, 1e-3);
  ASSERT_EQ(report.blocks.size(), 7u);
  double energy = 0.0;
  double area = 0.0;
  for (const BlockEnergy& block : report.blocks) {
    double items = 0.0;
    for (const EnergyItem& item : block.items) items += item.nj;
    EXPECT_EQ(items, block.dynamic_nj) << block.name;
    EXPECT_GT(block.dynamic_nj, 0.0) << block.name;
    energy += block.total_nj();
    area += block.area_mm2;
  }
  EXPECT_EQ(energy, report.total_nj);
  EXPECT_EQ(area, report.area_mm2);
  EXPECT_EQ(report.blocks.back().name, "dram");
  EXPECT_EQ(report.ngpc_nj + report.dram_nj, report.total_nj);
  EXPECT_DOUBLE_EQ(report.average_w(report.total_nj), report.total_nj * 1e-9 / 1e-3);
}

TEST(EnergyReport, EmptyRunHasNoEnergyAndNoPower) {
  const EnergyReport report = EnergyModel(EnergyTable{}, TechnologyParams{}).report({}, {}, 0.0);
  EXPECT_EQ(report.total_nj, 0.0);
  EXPECT_EQ(report.average_w(report.total_nj), 0.0);
  EXPECT_GT(report.area_mm2, 0.0);
}

TEST(EnergyReport, SaysWhereBanksLeaveTheTable) {
  const EnergyModel model(EnergyTable{}, TechnologyParams{});
  ChipGeometry geometry;
  EXPECT_TRUE(model.report({}, geometry, 0.0).warnings.empty());
  geometry.encoding.bank_bytes = 4 << 20;
  EXPECT_EQ(model.report({}, geometry, 0.0).warnings.size(), 1u);
  geometry.encoding.bank_bytes = 512;
  EXPECT_EQ(model.report({}, geometry, 0.0).warnings.size(), 1u);
}

TEST(EnergyModel, RefusesImpossibleCounts) {
  const EnergyModel model(EnergyTable{}, TechnologyParams{});
  EXPECT_THROW((void)model.mlp_engine({.macs_useful = 2, .macs_clocked = 1}, {}, 1, 0.0), InvariantError);
  EXPECT_THROW((void)model.dma({.bytes = 2}, {.buffer_bytes = 1024, .word_bytes = 0}, 1, 0.0), InvariantError);
}

}  // namespace
}  // namespace ngpcsim::energy
