#include "models/energy/scaling.h"

#include <gtest/gtest.h>

#include "sim/base/error.h"

namespace ngpcsim::energy {
namespace {

struct Printed {
  double nm, at_0v9, at_0v8, area;
};

// Ratios to 45 nm at the same supply as printed from the published coefficients, and the published area column.
constexpr Printed kPrinted[] = {{32, 0.641, 0.659, 0.46}, {20, 0.238, 0.221, 0.21}, {16, 0.187, 0.174, 0.19},
                                {14, 0.150, 0.139, 0.17}, {10, 0.127, 0.118, 0.10}, {7, 0.102, 0.094, 0.059}};
constexpr double kLastDigit = 0.0006;  // printed to three digits

TEST(Scaling, EnergyRatiosAreThePrintedOnes) {
  for (const Printed& row : kPrinted) {
    EXPECT_NEAR(energy_ratio(45, 0.9, row.nm, 0.9), row.at_0v9, kLastDigit) << row.nm;
    EXPECT_NEAR(energy_ratio(45, 0.8, row.nm, 0.8), row.at_0v8, kLastDigit) << row.nm;
  }
}

TEST(Scaling, EnergyIsThePolynomial) {
  EXPECT_DOUBLE_EQ(switching_energy(45, 1.1), 1.103 * 1.1 * 1.1 - 0.362 * 1.1 + 0.2767);
  EXPECT_DOUBLE_EQ(switching_energy(7, 0.8), 0.1776 * 0.64 - 0.09097 * 0.8 + 0.02447);
  EXPECT_DOUBLE_EQ(switching_energy(16, 1.0), 0.2958 - 0.1241 + 0.03024);
}

TEST(Scaling, AreaRatiosAreTheTable) {
  for (const Printed& row : kPrinted) EXPECT_DOUBLE_EQ(area_ratio(45, row.nm), row.area) << row.nm;
  EXPECT_DOUBLE_EQ(area_ratio(20, 10), 0.10 / 0.21);
}

TEST(Scaling, NodesBetweenRowsAreLinear) {
  EXPECT_NEAR(area_ratio(45, 28), 0.377, kLastDigit);
  EXPECT_NEAR(energy_ratio(45, 0.9, 28, 0.9), 0.507, kLastDigit);
}

TEST(Scaling, LowerSupplySavesEnergyToo) {
  // From 45 nm at 0.9 V to 7 nm at 0.8 V: 0.0944 of the node at equal supplies times E_45(0.8) / E_45(0.9) = 0.693 / 0.844.
  EXPECT_NEAR(energy_ratio(45, 0.9, 7, 0.8), 0.0944 * 0.69302 / 0.84433, 1e-4);
}

TEST(Scaling, SameProcessChangesNothing) {
  EXPECT_EQ(energy_ratio(32, 0.85, 32, 0.85), 1.0);
  EXPECT_EQ(area_ratio(12, 12), 1.0);
}

TEST(Scaling, RefusesNodesOutsideTheTable) {
  EXPECT_THROW((void)area_relative_to_45nm(5), InvariantError);
  EXPECT_THROW((void)switching_energy(65, 0.9), InvariantError);
}

}  // namespace
}  // namespace ngpcsim::energy
