#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/energy/energy_model.h"
#include "sim/base/error.h"
#include "tests/unit/energy/perturb.h"

namespace ngpcsim::energy {
namespace {

// Figures that a run reports, as texts: energies and areas of all blocks with a grid SRAM of every size in the table and words of every
// width, access times, and what is said about the table.
std::vector<std::string> outputs(const EnergyParams& params) {
  std::vector<std::string> out;
  try {
    const EnergyModel model(params.table, params.technology);
    const ChipActions actions{.encoding = {.position_fmas = 1, .index_multiplies = 1, .index_adds = 1, .index_xors = 1, .weight_subtracts = 1,
                                           .weight_multiplies = 1, .interpolation_macs = 1, .grid_reads = 1, .grid_writes = 1, .queue_bits = 1},
                              .mlp = {.macs_useful = 1, .macs_clocked = 2},
                              .dma = {.bytes = 64},
                              .dram = {.read_bytes = 1}};
    for (std::size_t row = 0; row < SramTable::kPoints; ++row) {
      for (const std::uint32_t word_bytes : {4u, 8u, 16u, 32u}) {
        ChipGeometry chip;
        chip.encoding.bank_bytes = SramTable::kSmallestBytes << row;
        chip.encoding.word_bytes = word_bytes;
        chip.encoding.queue_bits = 1000;
        const EnergyReport report = model.report(actions, chip, 1e-3);
        for (const BlockEnergy& block : report.blocks) out.push_back(fmt::format("{} {} {}", block.dynamic_nj, block.leakage_nj, block.area_mm2));
        out.push_back(fmt::format("{}", model.sram(chip.encoding.bank_bytes, word_bytes).access_ns));
      }
    }
    out.insert(out.end(), model.warnings().begin(), model.warnings().end());
  } catch (const InputError& error) {
    out.emplace_back(error.what());
  }
  return out;
}

TEST(EnergyKnobs, NoParameterIsDead) {
  // Who measured the SRAM rows matters beside Aladdin's arithmetic only.
  EXPECT_THAT(energy_test::dead_knobs(EnergyParams{}, outputs), testing::ElementsAre("table.sram.origin"));
  EnergyParams aladdin;
  aladdin.table.floating.origin = Origin::kAladdin;
  EXPECT_THAT(energy_test::dead_knobs(aladdin, outputs), testing::IsEmpty());
}

}  // namespace
}  // namespace ngpcsim::energy
