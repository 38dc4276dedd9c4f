#include "workloads/import/portable_math.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ngpcsim::workloads {
namespace {

TEST(PortableMath, TanAgreesWithTheLibrary) {
  for (double x = 1e-6; x < 1.57; x += 1.37e-3) ASSERT_NEAR(portable_tan(x) / std::tan(x), 1.0, 1e-13) << x;
  EXPECT_EQ(portable_tan(0.0), 0.0);
}

TEST(PortableMath, LogAgreesWithTheLibrary) {
  for (double x = 1e-9; x < 1e9; x *= 1.0173) ASSERT_NEAR(portable_log(x), std::log(x), 1e-14 * (1.0 + std::abs(std::log(x)))) << x;
  EXPECT_EQ(portable_log(1.0), 0.0);
}

TEST(PortableMath, ExpAgreesWithTheLibrary) {
  for (double x = -64.0; x <= 64.0; x += 0.0371) ASSERT_NEAR(portable_exp(x) / std::exp(x), 1.0, 1e-13) << x;
  EXPECT_EQ(portable_exp(0.0), 1.0);
}

}  // namespace
}  // namespace ngpcsim::workloads
