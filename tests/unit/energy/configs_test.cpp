#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "models/energy/energy_model.h"
#include "sim/config/bind.h"
#include "sim/config/load.h"
#include "tests/unit/energy/collect.h"

namespace ngpcsim::energy {
namespace {

EnergyParams read(const std::string& name) {
  const config::ConfigDocument document = config::load(std::string(NGPCSIM_SOURCE_DIR) + "/configs/energy/" + name + ".xml", {.element = "energy"});
  return config::bind<EnergyParams>(document).params;
}

TEST(EnergyConfigs, Lstp45IsTheBuiltInTable) {
  EXPECT_EQ(energy_test::values(read("lstp45")), energy_test::values(EnergyParams{}));
}

TEST(EnergyConfigs, Hp45ExchangesEverythingThatBelongsToTheDevice) {
  const EnergyParams hp = read("hp45");
  EXPECT_NO_THROW(EnergyModel(hp.table, hp.technology, {"hp45.xml"}));
  EXPECT_EQ(hp.table.sram.voltage, 1.0);
  const SramFigures megabyte = hp.table.sram.figures(1 << 20, 64);
  // The reference figures of our CACTI runs: 77.2 pJ, 1062 mW, 3.57 mm2, 1.93 ns.
  EXPECT_NEAR(megabyte.read_pj, 77.2, 0.05);
  EXPECT_NEAR(megabyte.leakage_mw, 1062, 0.5);
  EXPECT_NEAR(megabyte.area_mm2, 3.57, 0.005);
  EXPECT_NEAR(megabyte.access_ns, 1.93, 0.005);
  EXPECT_NEAR(hp.table.logic.leakage_mw_per_mm2, 1062 / 3.57, 1.0);
  EXPECT_EQ(hp.table.floating.fp16_multiply.pj, EnergyTable{}.floating.fp16_multiply.pj);
}

TEST(EnergyConfigs, EightKibibyteReadsAreTheReferenceFigures) {
  EXPECT_NEAR(read("hp45").table.sram.figures(8192, 64).read_pj, 6.05, 0.005);
  EXPECT_NEAR(read("lstp45").table.sram.figures(8192, 64).read_pj, 7.07, 0.005);
}

}  // namespace
}  // namespace ngpcsim::energy
