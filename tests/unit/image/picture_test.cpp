#include "sim/app/image/picture.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ngpcsim::app {
namespace {

/// The transfer function of IEC 61966-2-1 in double.
TEST(Picture, DisplayValuesAreSrgb) {
  for (int i = 0; i <= 10000; ++i) {
    const double linear = i / 10000.0;
    const double expected = linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
    ASSERT_NEAR(static_cast<double>(display_value(static_cast<float>(linear))), expected, 2e-5) << linear;
  }
}

TEST(Picture, DisplayValuesAreClampedAndNaNIsBlack) {
  EXPECT_EQ(display_value(-1.0f), 0.0f);
  EXPECT_EQ(display_value(std::nanf("")), 0.0f);
  EXPECT_FLOAT_EQ(display_value(1.0f), 1.0f);
  EXPECT_EQ(display_value(7.0f), display_value(1.0f));
  EXPECT_EQ(display_value(INFINITY), display_value(1.0f));
}

/// Below 0.0031308 a display value is 12.92 x the linear one: one of six values differs by 0.0129, so the mean square is 0.0129^2 / 6.
TEST(Picture, PsnrIsOfTheMeanSquareOfDisplayValues) {
  FloatPicture a(2, 1), b(2, 1);
  b.pixels[1][2] = 0.001f;
  const double difference = 12.92 * 0.001;
  ASSERT_TRUE(psnr_db(a, b).has_value());
  EXPECT_NEAR(*psnr_db(a, b), -10.0 * std::log10(difference * difference / 6.0), 0.05);
  EXPECT_NEAR(*psnr_db(b, a), *psnr_db(a, b), 1e-12);
  EXPECT_FALSE(psnr_db(a, a).has_value()) << "no difference has no finite ratio";
}

}  // namespace
}  // namespace ngpcsim::app
