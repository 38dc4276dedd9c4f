#include "workloads/apps/nerf_source.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/unit/workloads/small_scenes.h"
#include "tests/unit/workloads/support.h"

namespace ngpcsim::workloads {
namespace {

TEST(NerfSource, RoundsOfAnySizeGiveTheSameQueriesPerRay) {
  for (const std::uint32_t aabb_scale : {1u, 8u}) {
    const NerfSource source(test::random_scene(aabb_scale, 20, 3), test::all_cameras(50, 40));
    for (std::uint64_t f = 0; f < source.frames(); ++f) {
      const test::FrameResult whole = test::consume(source, f, 2000, 1024, true);
      EXPECT_GT(whole.queries, 1000u);
      for (const std::uint32_t steps : {1u, 2u, 3u, 8u, 100u}) {
        const test::FrameResult parts = test::consume(source, f, 2000, steps, true);
        EXPECT_EQ(parts.by_pixel, whole.by_pixel) << steps;
        EXPECT_EQ(parts.probes, whole.probes) << steps;
        EXPECT_EQ(parts.hits, whole.hits) << steps;
      }
    }
  }
}

TEST(NerfSource, GroupsOfAnySizeGiveTheSameQueries) {
  for (const std::uint32_t aabb_scale : {1u, 4u}) {
    const NerfSource source(test::random_scene(aabb_scale, 20, 5), test::all_cameras(37, 29));
    for (std::uint64_t f = 0; f < source.frames(); ++f) {
      const test::FrameResult whole = test::consume(source, f, 1u << 20, 8, true);
      for (const std::uint64_t rays : {1u, 7u, 64u, 1000u}) {
        const test::FrameResult parts = test::consume(source, f, rays, 8, true);
        EXPECT_EQ(parts.by_pixel, whole.by_pixel) << rays;
        EXPECT_EQ(parts.probes, whole.probes) << rays;
        EXPECT_EQ(parts.hits, whole.hits) << rays;
      }
    }
  }
}

TEST(NerfSource, QueriesComeRayByRayWithinTheUnitCube) {
  const NerfSource source(test::random_scene(4, 10, 9), test::all_cameras(30, 30));
  const auto frame = source.open_frame(0);
  EXPECT_EQ(frame->pixels(), 900u);
  const auto group = frame->next_group(900);
  EXPECT_EQ(group->rays(), 900u);
  EXPECT_EQ(group->rays_hit(), 0u);
  std::uint64_t alive = group->rays_alive();
  while (group->rays_alive() > 0) {
    stream::Queries out;
    const stream::RoundWork work = group->next_round(4, out);
    EXPECT_EQ(work.rays_marched, alive);
    EXPECT_EQ(work.queries, out.size());
    EXPECT_LE(group->rays_alive(), alive);
    EXPECT_GE(work.probes, work.queries);
    alive = group->rays_alive();
    std::size_t run = 0;
    for (std::size_t i = 0; i < out.size(); ++i) {
      ASSERT_GE(out.ray[i], i > 0 ? out.ray[i - 1] : 0);
      run = i > 0 && out.ray[i] == out.ray[i - 1] ? run + 1 : 1;
      ASSERT_LE(run, 4u);
      for (const float v : {out.x[i], out.y[i], out.z[i]}) {
        ASSERT_GE(v, 0.0f);
        ASSERT_LE(v, 1.0f);
      }
    }
  }
  EXPECT_EQ(frame->next_group(900), nullptr);
}

TEST(NerfSource, SamplesLieOnTheirRayAndInOccupiedCells) {
  const OccupancyGrid grid = test::random_grid(1, 30, 17);
  const auto scene = std::make_shared<const NerfScene>(grid, std::vector<Camera>{test::oblique_camera({1.1f, 0.2f, 1.3f}, 0.5f)}, 1);
  const NerfSource source(scene, {40, 40, 1024, {0}});
  const auto group = source.open_frame(0)->next_group(1600);
  const stream::Directions d = group->directions();
  stream::Queries out;
  group->next_round(1024, out);
  ASSERT_GT(out.size(), 1000u);
  const Vec3 o = scene->cameras[0].origin();
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto cell = [](float v) { return static_cast<std::uint32_t>(v * 128); };
    ASSERT_TRUE(grid.occupied(0, cell(out.x[i]), cell(out.y[i]), cell(out.z[i])));
    const std::size_t ray = out.ray[i];
    const float t = (out.x[i] - o[0]) * d.x[ray] + (out.y[i] - o[1]) * d.y[ray] + (out.z[i] - o[2]) * d.z[ray];
    ASSERT_NEAR(o[1] + t * d.y[ray], out.y[i], 1e-5f);
    ASSERT_NEAR(d.x[ray] * d.x[ray] + d.y[ray] * d.y[ray] + d.z[ray] * d.z[ray], 1.0f, 1e-6f);
  }
}

/// A full cube from face to face: 1 / step = 591.2 samples on the ray along z, one every sqrt(3) / 1024.
TEST(NerfSource, FullCubeGivesOneSamplePerStepUpToTheCap) {
  OccupancyGrid grid;
  grid.cascades = 1;
  grid.bits.assign(OccupancyGrid::kBytesPerCascade, 255);
  const auto scene = std::make_shared<const NerfScene>(grid, std::vector<Camera>{test::straight_camera({0.5f, 0.5f, 2.0f}, 1e-4f)}, 1);
  const test::FrameResult result = test::consume(NerfSource(scene, {1, 1, 1024, {0}}), 0, 1, 1024, true);
  EXPECT_NEAR(static_cast<double>(result.queries), 1024.0 / std::sqrt(3.0), 1.0);
  EXPECT_EQ(result.probes, result.queries);
  EXPECT_EQ(test::consume(NerfSource(scene, {1, 1, 100, {0}}), 0, 1, 8).queries, 100u);
  EXPECT_EQ(test::consume(NerfSource(scene, {1, 1, 1, {0}}), 0, 1, 8).queries, 1u);
}

TEST(NerfSource, RaysThatMissTheCubeNeverLive) {
  OccupancyGrid grid;
  grid.cascades = 1;
  grid.bits.assign(OccupancyGrid::kBytesPerCascade, 255);
  // Looks away from the cube, and from so far that fp32 steps would stand still.
  std::vector<Camera> cameras{test::straight_camera({0.5f, 0.5f, -1.0f}, 0.5f), test::straight_camera({0.5f, 0.5f, 1e7f}, 1e-9f)};
  const auto scene = std::make_shared<const NerfScene>(grid, cameras, 1);
  const NerfSource source(scene, {8, 8, 1024, {0, 1}});
  EXPECT_EQ(source.open_frame(0)->next_group(64)->rays_alive(), 0u);
  EXPECT_EQ(test::consume(source, 1, 64, 8).queries, 0u);
  EXPECT_FALSE(source.any_ray_hits());
}

TEST(NerfSource, TheSameEveryTimeAndNamedByCamera) {
  const auto scene = test::random_scene(4, 15, 21);
  const NerfSource source(scene, {25, 25, 1024, {2, 0}});
  EXPECT_EQ(source.frame_name(0), "camera 2");
  EXPECT_EQ(source.frame_name(1), "camera 0");
  EXPECT_TRUE(source.any_ray_hits());
  const test::FrameResult first = test::consume(source, 0, 100, 8, true);
  EXPECT_EQ(test::consume(source, 0, 100, 8, true).by_pixel, first.by_pixel);
}

/// One pixel lit in the last row: the coarse look must not answer for the whole picture.
TEST(NerfSource, ASingleHitIsFound) {
  OccupancyGrid grid;
  grid.cascades = 1;
  grid.bits.assign(OccupancyGrid::kBytesPerCascade, 0);
  grid.bits[morton3(0, 0, 127) / 8] = static_cast<std::uint8_t>(1u << (morton3(0, 0, 127) % 8));
  const auto scene = std::make_shared<const NerfScene>(grid, std::vector<Camera>{test::straight_camera({0.5f, 0.5f, 1.5f}, 1.0f)}, 1);
  EXPECT_TRUE(NerfSource(scene, {512, 512, 1024, {0}}).any_ray_hits());
}

}  // namespace
}  // namespace ngpcsim::workloads
