#include <gtest/gtest.h>

#include <cmath>

#include "tests/unit/workloads/support.h"
#include "workloads/apps/nerf_source.h"
#include "workloads/scenes/built_in.h"
#include "workloads/scenes/demo_plaza.h"
#include "workloads/scenes/demo_terrace.h"
#include "workloads/scenes/rasterize.h"

namespace ngpcsim::workloads {
namespace {

const BuiltInScene& pavilion() {
  static const BuiltInScene scene = pavilion_scene();
  return scene;
}

/// The cell centres of cascade c, asked one by one: what the octree must not change.
TEST(Rasterize, EqualsAskingEveryCell) {
  const std::vector<DistanceBound> shapes{Ball{{0.4, 0.5, 0.6}, 0.2}, Shell{{0.5, 0.5, 0.5}, 0.45, 0.01}, Rod{{-0.4, -0.3, 0.2}, {1.4, 1.2, 0.9}, 0.003},
                                          Box{{1.2, 0.5, 0.5}, {0.1, 0.3, 0.2}}, Ring{{0.5, 0.2, 0.5}, 0.3, 0.02},
                                          Lattice{{{0.5, 0.6, 0.5}, {0.2, 0.2, 0.2}}, 0.1, 0.004}};
  const OccupancyGrid grid = rasterize(shapes, 2);
  for (std::uint32_t c = 0; c < 2; ++c) {
    const double cell = std::ldexp(1.0, static_cast<int>(c)) / 128;
    const double first = 0.5 - 64 * cell;
    std::uint64_t differences = 0;
    for (std::uint32_t z = 0; z < 128; ++z)
      for (std::uint32_t y = 0; y < 128; ++y)
        for (std::uint32_t x = 0; x < 128; ++x) {
          bool expected = false;
          const auto middle = [](std::uint32_t i) { return i >= 32 && i < 96; };
          if (c == 1 && middle(x) && middle(y) && middle(z)) {
            for (std::uint32_t k = 0; k < 8; ++k) expected |= grid.occupied(0, 2 * (x - 32) + (k & 1), 2 * (y - 32) + (k >> 1 & 1), 2 * (z - 32) + (k >> 2));
          } else {
            const Point p{first + (x + 0.5) * cell, first + (y + 0.5) * cell, first + (z + 0.5) * cell};
            for (const DistanceBound& shape : shapes) expected |= shape(p) <= 0.866025403785 * cell;
          }
          if (expected != grid.occupied(c, x, y, z)) ++differences;
        }
    EXPECT_EQ(differences, 0u) << "cascade " << c;
    EXPECT_GT(grid.count(c), 1000u);
  }
}

/// A scene without shapes is empty; every point of a solid lies in an occupied cell.
TEST(Rasterize, NothingAndThinThings) {
  EXPECT_EQ(rasterize({}, 1).count(0), 0u);
  const Point a{0.03, 0.9, 0.11}, b{0.97, 0.13, 0.83};
  const OccupancyGrid wire = rasterize({Rod{a, b, 1e-6}}, 1);
  for (double s = 0; s <= 1.0; s += 1e-3) {
    const auto cell = [&](double from, double to) { return static_cast<std::uint32_t>((from + s * (to - from)) * 128); };
    ASSERT_TRUE(wire.occupied(0, cell(a.x, b.x), cell(a.y, b.y), cell(a.z, b.z))) << s;
  }
  EXPECT_LT(wire.count(0), 128u * 12) << "a wire is a line of cells, not a surface";
}

TEST(Pavilion, HasEmptySpaceThinPartsAndABackground) {
  const BuiltInScene& scene = pavilion();
  EXPECT_GE(scene.aabb_scale, 4u);
  EXPECT_GE(scene.occupancy.cascades, 3u);
  for (std::uint32_t c = 0; c < scene.occupancy.cascades; ++c) {
    const double filled = static_cast<double>(scene.occupancy.count(c)) / OccupancyGrid::kCells;
    EXPECT_GT(filled, 0.005) << c;
    EXPECT_LT(filled, 0.12) << c;
  }
  // A guy wire, 0.003 thick in cells of 0.0078: from the mast's top (0.5, 0.97, 0.5) to (0.08, 0.12, 0.08).
  for (double s = 0.05; s < 1.0; s += 0.05) {
    const auto cell = [](double v) { return static_cast<std::uint32_t>(v * 128); };
    EXPECT_TRUE(scene.occupancy.occupied(0, cell(0.5 - 0.42 * s), cell(0.97 - 0.85 * s), cell(0.5 - 0.42 * s))) << s;
  }
  // Between the wires of the cage, and inside the hollow ball, there is nothing.
  EXPECT_FALSE(scene.occupancy.occupied(0, 72, 72, 72));
  EXPECT_FALSE(scene.occupancy.occupied(0, 70, 46, 70));
}

TEST(Pavilion, AllCamerasSeeAllCascades) {
  const BuiltInScene& built = pavilion();
  ASSERT_GE(built.cameras.size(), 8u);
  std::vector<std::uint32_t> indices;
  for (std::uint32_t i = 0; i < built.cameras.size(); ++i) indices.push_back(i);
  const auto scene = std::make_shared<const NerfScene>(built.occupancy, built.cameras, built.aabb_scale);
  const NerfSource source(scene, {48, 48, 1024, indices});
  for (std::uint64_t f = 0; f < source.frames(); ++f) {
    const test::FrameResult frame = test::consume(source, f, 4096, 64, true);
    std::array<std::uint64_t, 3> in_cascade{};
    for (const std::vector<float>& ray : frame.by_pixel)
      for (std::size_t i = 0; i < ray.size(); i += 3) {
        const float reach = std::max({std::abs(ray[i] - 0.5f), std::abs(ray[i + 1] - 0.5f), std::abs(ray[i + 2] - 0.5f)}) * 4;
        ++in_cascade[reach < 0.5f ? 0 : reach < 1.0f ? 1 : 2];
      }
    for (const std::uint64_t count : in_cascade) EXPECT_GT(count, 1000u) << "camera " << f;
    EXPECT_GT(frame.hits, 48u * 48 / 2);
    EXPECT_LT(frame.hits, 48u * 48);
    EXPECT_LT(frame.probes, 48u * 48 * 1024);
  }
}

TEST(Pavilion, CamerasAreRightHandedAndLookInwards) {
  for (const Camera& camera : pavilion().cameras) {
    const auto column = [&](std::size_t c) { return Vec3{camera.pose[c], camera.pose[4 + c], camera.pose[8 + c]}; };
    const auto dot = [](const Vec3& a, const Vec3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; };
    const Vec3 x = column(0), y = column(1), z = column(2), o = camera.origin();
    for (const Vec3& axis : {x, y, z}) EXPECT_NEAR(dot(axis, axis), 1.0f, 1e-6f);
    EXPECT_NEAR(dot(x, y), 0.0f, 1e-6f);
    EXPECT_NEAR(dot({x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]}, z), 1.0f, 1e-6f);
    EXPECT_GT(dot(z, {o[0] - 0.5f, o[1] - 0.45f, o[2] - 0.5f}), 0.9f) << "the camera looks along -z";
    EXPECT_GT(y[1], 0.8f);
  }
}

/// Samples of a camera's small picture by the cascade of their place.
std::vector<std::uint64_t> samples_by_cascade(const BuiltInScene& built, std::uint32_t camera, std::uint64_t& hits) {
  const auto scene = std::make_shared<const NerfScene>(built.occupancy, built.cameras, built.aabb_scale);
  const test::FrameResult frame = test::consume(NerfSource(scene, {48, 48, 1024, {camera}}), 0, 4096, 64, true);
  std::vector<std::uint64_t> in_cascade(built.occupancy.cascades);
  for (const std::vector<float>& ray : frame.by_pixel)
    for (std::size_t i = 0; i < ray.size(); i += 3) {
      const float reach = std::max({std::abs(ray[i] - 0.5f), std::abs(ray[i + 1] - 0.5f), std::abs(ray[i + 2] - 0.5f)}) * static_cast<float>(built.aabb_scale);
      std::size_t cascade = 0;
      while (cascade + 1 < in_cascade.size() && reach >= std::ldexp(0.5f, static_cast<int>(cascade))) ++cascade;
      ++in_cascade[cascade];
    }
  hits = frame.hits;
  return in_cascade;
}

TEST(Plaza, EveryCameraSeesFiveCascades) {
  const BuiltInScene scene = plaza_scene();
  ASSERT_EQ(scene.occupancy.cascades, 5u);
  for (std::uint32_t camera = 0; camera < scene.cameras.size(); ++camera) {
    std::uint64_t hits = 0;
    for (const std::uint64_t count : samples_by_cascade(scene, camera, hits)) EXPECT_GT(count, 200u) << "camera " << camera;
    EXPECT_GT(hits, 48u * 48 / 2);
    EXPECT_LT(hits, 48u * 48) << "there is a sky";
  }
}

TEST(Terrace, AllCamerasFaceOneWayAndEveryRayEndsSomewhere) {
  const BuiltInScene scene = terrace_scene();
  for (std::uint32_t camera = 0; camera < scene.cameras.size(); ++camera) {
    const std::array<float, 12>& pose = scene.cameras[camera].pose;
    for (std::size_t row = 0; row < 3; ++row)
      for (std::size_t column = 0; column < 3; ++column) EXPECT_EQ(pose[4 * row + column], row == column ? 1.0f : 0.0f);
    std::uint64_t hits = 0;
    for (const std::uint64_t count : samples_by_cascade(scene, camera, hits)) EXPECT_GT(count, 1000u) << "camera " << camera;
    EXPECT_EQ(hits, 48u * 48) << "the sky closes the view";
  }
}

TEST(BuiltIn, KnowsItsNames) {
  EXPECT_EQ(built_in_scene_names(), (std::vector<std::string>{"pavilion", "plaza", "terrace"}));
  EXPECT_EQ(make_built_in_scene("pavilion", {"w.xml", 3}).occupancy.bits, pavilion().occupancy.bits);
  EXPECT_THROW((void)make_built_in_scene("palace", {"w.xml", 3}), InputError);
}

}  // namespace
}  // namespace ngpcsim::workloads
