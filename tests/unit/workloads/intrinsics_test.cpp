#include "workloads/import/intrinsics.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ngpcsim::workloads {
namespace {

Lens lens_of(const std::string& frame, const std::string& root) {
  return read_lens(parse_located_json(frame, "f"), parse_located_json(root, "f"), "f", 0);
}

float tan_of(double degrees) { return static_cast<float>(std::tan(degrees * 3.14159265358979 / 360.0)); }

TEST(Intrinsics, FieldOfViewBeforeFocalLengthBeforeAngle) {
  const std::string all = R"({"x_fov": 90, "fl_x": 100, "camera_angle_x": 0.5, "w": 400})";
  EXPECT_FLOAT_EQ(*lens_of("{}", all).tan_half_x, 1.0f);
  EXPECT_FLOAT_EQ(*lens_of("{}", R"({"fl_x": 100, "camera_angle_x": 0.5, "w": 400})").tan_half_x, 2.0f);
  EXPECT_FLOAT_EQ(*lens_of("{}", R"({"camera_angle_x": 0.5, "w": 400})").tan_half_x, static_cast<float>(std::tan(0.25)));
}

TEST(Intrinsics, PixelsNeedTheSizeAndFallBackToTheAngle) {
  EXPECT_FLOAT_EQ(*lens_of("{}", R"({"fl_x": 100, "camera_angle_x": 0.5})").tan_half_x, static_cast<float>(std::tan(0.25)));
}

TEST(Intrinsics, TheFrameOverridesTheFileAsAWhole) {
  const Lens lens = lens_of(R"({"x_fov": 60})", R"({"x_fov": 90, "y_fov": 40, "cx": 10, "w": 100})");
  EXPECT_FLOAT_EQ(*lens.tan_half_x, tan_of(60));
  EXPECT_FALSE(lens.tan_half_y) << "y_fov of the file belongs to the file's pair";
  EXPECT_FLOAT_EQ(lens.principal_x, 0.1f);
  EXPECT_FLOAT_EQ(lens_of(R"({"cx": 30, "w": 50})", R"({"x_fov": 90, "cx": 10, "w": 100})").principal_x, 0.6f);
}

TEST(Intrinsics, AnAxisWithoutFocalLengthHasSquarePixels) {
  const Lens x_only = lens_of("{}", R"({"x_fov": 90, "w": 200, "h": 100})");
  EXPECT_FLOAT_EQ(*x_only.tan_half_y, 0.5f);
  const Lens y_only = lens_of("{}", R"({"y_fov": 90, "w": 200, "h": 100})");
  EXPECT_FLOAT_EQ(*y_only.tan_half_x, 2.0f);
  const Lens no_size = lens_of("{}", R"({"camera_angle_y": 1.0})");
  EXPECT_FALSE(no_size.tan_half_x);
  EXPECT_FLOAT_EQ(*no_size.tan_half_y, static_cast<float>(std::tan(0.5)));
  const Lens both = lens_of("{}", R"({"x_fov": 90, "y_fov": 60})");
  EXPECT_FLOAT_EQ(*both.tan_half_y, tan_of(60));
}

TEST(Intrinsics, PrincipalPointDefaultsToTheMiddle) {
  const Lens lens = lens_of("{}", R"({"x_fov": 90})");
  EXPECT_EQ(lens.principal_x, 0.5f);
  EXPECT_EQ(lens.principal_y, 0.5f);
  EXPECT_FLOAT_EQ(lens_of("{}", R"({"x_fov": 90, "cy": 25, "h": 200})").principal_y, 0.125f);
}

}  // namespace
}  // namespace ngpcsim::workloads
