#include "workloads/apps/camera.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ngpcsim::workloads {
namespace {

CameraView view_at(float x, float y, float z) {
  CameraView view;
  view.pose = {1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z};
  view.lens.tan_half_x = 1.0f;
  return view;
}

TEST(Camera, LinearMappingKeepsAxes) {
  const Camera camera = map_view(view_at(1, 2, 3), {}, {Convention::kLinear, 4.0f, {1, 1, 1}});
  EXPECT_EQ(camera.origin(), (Vec3{0.5f, 0.75f, 1.0f}));
  EXPECT_EQ(map_view(view_at(1, 2, 3), {}, {Convention::kLinear, 0.0f, {}}).origin(), (Vec3{1.5f, 2.5f, 3.5f}));
}

TEST(Camera, InstantNgpMappingScalesAndCyclesAxes) {
  // x <- y, y <- z, z <- x of p 0.33 + 0.5.
  const Camera camera = map_view(view_at(1, 2, 3), {}, {});
  EXPECT_FLOAT_EQ(camera.origin()[0], 2 * 0.33f + 0.5f);
  EXPECT_FLOAT_EQ(camera.origin()[1], 3 * 0.33f + 0.5f);
  EXPECT_FLOAT_EQ(camera.origin()[2], 1 * 0.33f + 0.5f);
  // The camera's right axis, x in the file, is z in the cube.
  EXPECT_EQ(camera.pose[0], 0.0f);
  EXPECT_EQ(camera.pose[8], 1.0f);
}

TEST(Camera, ScaleAndOffsetOfTheFileAndOfTheWorkload) {
  Transforms file;
  file.scale = 2.0f;
  file.offset = std::array<float, 3>{10, 20, 30};
  EXPECT_EQ(map_view(view_at(1, 2, 3), file, {}).origin(), (Vec3{24, 36, 12}));
  EXPECT_EQ(map_view(view_at(1, 2, 3), file, {Convention::kInstantNgp, 1.0f, {1, 1, 1}}).origin(), (Vec3{21, 32, 10}));
}

TEST(Camera, MitsubaFilesKeepAxesAndTurnTwo) {
  Transforms file;
  file.from_mitsuba = true;
  const Camera camera = map_view(view_at(1, 2, 3), file, {});
  EXPECT_FLOAT_EQ(camera.origin()[0], 0.66f + 0.5f);
  EXPECT_EQ(camera.pose[0], -1.0f);
  EXPECT_EQ(camera.pose[5], 1.0f);
  EXPECT_EQ(camera.pose[10], -1.0f);
}

TEST(PixelRays, PassThroughPixelCentres) {
  Camera camera;
  camera.pose = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
  camera.lens.tan_half_x = 1.0f;
  const PixelRays rays(camera, 4, 2);
  // Pixel (3, 0): centre 1.5 pixels right of and 0.5 above the middle, focal length 2 pixels: (0.75, 0.25, -1) normalised.
  const Vec3 d = rays.direction(3, 0);
  const float n = std::sqrt(0.75f * 0.75f + 0.25f * 0.25f + 1.0f);
  EXPECT_FLOAT_EQ(d[0], 0.75f / n);
  EXPECT_FLOAT_EQ(d[1], 0.25f / n);
  EXPECT_FLOAT_EQ(d[2], -1.0f / n);
}

TEST(PixelRays, FieldOfViewPerAxisAndPrincipalPoint) {
  Camera camera;
  camera.pose = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
  camera.lens = {std::nullopt, 0.5f, 0.25f, 0.75f};
  const PixelRays rays(camera, 8, 4);  // focal length 4 pixels on both axes; the axis meets pixel coordinates (2, 3)
  const Vec3 d = rays.direction(1, 2);
  EXPECT_FLOAT_EQ(d[0] / -d[2], -0.125f);
  EXPECT_FLOAT_EQ(d[1] / -d[2], 0.125f);
  camera.lens.tan_half_x = 2.0f;  // focal length 2 pixels across
  EXPECT_FLOAT_EQ(PixelRays(camera, 8, 4).direction(4, 2)[0] / -PixelRays(camera, 8, 4).direction(4, 2)[2], 1.25f);
}

}  // namespace
}  // namespace ngpcsim::workloads
