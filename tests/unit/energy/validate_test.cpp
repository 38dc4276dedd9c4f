#include "models/energy/validate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/energy/energy_model.h"

namespace ngpcsim::energy {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(OneDevice, AcceptsTheBuiltInTable) { EXPECT_NO_THROW(require_one_device(EnergyTable{}, {"lstp45.xml"})); }

TEST(OneDevice, RefusesRowsOfTwoTypes) {
  EnergyTable table;
  table.sram.points[7].leakage_mw = 1061.74;  // the hp macro among lstp ones
  EXPECT_THAT([&] { require_one_device(table, {"mixed.xml"}); },
              ThrowsMessage<InputError>(testing::AllOf(HasSubstr("mixed.xml"), HasSubstr("mix device types"))));
  EXPECT_THROW(EnergyModel(table, TechnologyParams{}, {"mixed.xml"}), InputError);
}

TEST(OneDevice, RefusesADeviceThatTheRowsContradict) {
  EnergyTable table;
  table.device = DeviceType::kHp;
  EXPECT_THAT([&] { require_one_device(table, {"named.xml"}); }, ThrowsMessage<InputError>(HasSubstr("device is hp")));
}

TEST(SourceWarnings, NamesSourcesThatDoNotCompare) {
  EnergyTable table;
  EXPECT_THAT(source_warnings(table), testing::IsEmpty());
  table.floating.origin = Origin::kAladdin;
  EXPECT_THAT(source_warnings(table), testing::ElementsAre(HasSubstr("floating point units from aladdin, integer units from horowitz2014"),
                                                           HasSubstr("arithmetic from aladdin, SRAM from cacti7")));
  table.integer.origin = Origin::kAladdin;
  EXPECT_THAT(source_warnings(table), testing::ElementsAre(HasSubstr("SRAM from cacti7")));
  table.sram.origin = Origin::kAladdin;
  EXPECT_THAT(source_warnings(table), testing::IsEmpty());
  EXPECT_THAT(EnergyModel(table, TechnologyParams{}).warnings(), testing::IsEmpty());
}

}  // namespace
}  // namespace ngpcsim::energy
