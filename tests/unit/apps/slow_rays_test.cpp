#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <memory>
#include <vector>

#include "sim/base/rng.h"
#include "workloads/apps/nsdf_source.h"
#include "workloads/apps/nvr_source.h"
#include "workloads/scenes/demo_cloud.h"
#include "workloads/scenes/orbit.h"

/// Rays of the applications that ask for one query a round, once more, from docs/timing.md and the reference alone.
namespace ngpcsim::workloads {
namespace {

constexpr std::uint32_t kWidth = 48, kHeight = 36;

ViewParams small_view() {
  ViewParams view;
  view.width = kWidth;
  view.height = kHeight;
  return view;
}

Camera a_camera() { return orbit_cameras({0.5, 0.5, 0.5}, 1.35, 0.65, 1.05, 0.42f)[3]; }

/// Where a ray is in a box, in double.
std::array<double, 2> slab(const Vec3& origin, const Vec3& direction, const std::array<double, 3>& low, const std::array<double, 3>& high) {
  double enter = 0.0, leave = 1e9;
  for (std::size_t d = 0; d < 3; ++d) {
    double a = (low[d] - static_cast<double>(origin[d])) / static_cast<double>(direction[d]), b = (high[d] - static_cast<double>(origin[d])) / static_cast<double>(direction[d]);
    if (a > b) std::swap(a, b);
    enter = std::fmax(enter, a);
    leave = std::fmin(leave, b);
  }
  return {enter, leave};
}

template <class Marcher>
stream::WholeRays whole_rays(const std::shared_ptr<const Marcher>& marcher) {
  SteppedGroup<Marcher> group(marcher, {0, std::uint64_t{kWidth} * kHeight});
  stream::WholeRays rays;
  while (group.next_whole(1000, rays)) {
  }
  return rays;
}

// The cloud has 128^3 voxels, so that voxels and bit cells are the same. A ray that has n queries of its own is dropped before the next round whose number
// is a multiple of 4; until then it gives its last one again.
TEST(SlowRays, DeltaTracking) {
  constexpr float kPath = 0.01f, kStop = 0.97f;
  constexpr std::uint32_t kMost = 6;
  constexpr std::uint64_t kSeed = 77, kFrame = 6;
  const DensityGrid grid = cloud_grid();
  float majorant = 0.0f;
  for (const float value : grid.values) majorant = std::fmax(majorant, value);
  const Camera camera = a_camera();
  const auto walk = std::make_shared<const PixelWalk>(kWidth, kHeight, WalkParams{});
  const TrackingRule rule{.mean_free_path = kPath, .stop_opacity = kStop, .max_queries = kMost, .compaction_rounds = 4, .seed = kSeed};
  const stream::WholeRays rays = whole_rays(std::make_shared<const NvrMarcher>(std::make_shared<const NvrVolume>(grid), camera, small_view(), rule, kFrame, walk));
  const PixelRays pixels(camera, kWidth, kHeight);
  std::size_t at = 0, stopped = 0, full = 0, left = 0, different = 0;
  for (std::uint32_t pixel = 0; pixel < kWidth * kHeight; ++pixel) {
    const Vec3 origin = camera.origin(), d = pixels.direction(pixel % kWidth, pixel / kWidth);
    const auto [enter, leave] = slab(origin, d, {0, 0, 0}, {1, 1, 1});
    ASSERT_EQ(rays.rays[pixel].alive, enter < leave) << pixel;
    if (enter >= leave) continue;
    Rng rng(mix64(mix64(mix64(kSeed) + kFrame) + pixel));
    auto t = static_cast<float>(enter);
    float opacity = 0.0f;
    std::vector<std::array<double, 3>> own;
    while (own.size() < kMost && opacity < kStop) {
      t += -static_cast<float>(std::log1p(-static_cast<double>(rng.unit()))) * kPath;
      if (static_cast<double>(t) >= leave) break;
      std::array<double, 3> place{};
      std::array<std::uint32_t, 3> voxel{};
      for (std::size_t k = 0; k < 3; ++k) {
        place[k] = static_cast<double>(origin[k]) + static_cast<double>(t) * static_cast<double>(d[k]);
        voxel[k] = static_cast<std::uint32_t>(std::fmin(std::fmax(place[k] * 128.0, 0.0), 127.0));
      }
      const float fraction = grid.at(voxel[0], voxel[1], voxel[2]) / majorant;
      if (fraction <= 0.001f) continue;
      opacity = 1.0f - (1.0f - opacity) * (1.0f - fraction);
      own.push_back(place);
    }
    (opacity >= kStop ? stopped : own.size() == kMost ? full : left) += 1;
    const std::size_t expected = (own.size() + 3) / 4 * 4;
    // Roundings may put a place into the next voxel: then the rest of the ray is another one.
    bool same = rays.rays[pixel].queries == expected;
    for (std::size_t i = 0; same && i < expected; ++i)
      for (std::size_t k = 0; k < 3; ++k) {
        const auto& q = rays.queries[at + i];
        same = same && std::abs(static_cast<double>(k == 0 ? q.x : k == 1 ? q.y : q.z) - own[std::min(i, own.size() - 1)][k]) < 1e-5;
      }
    different += same ? 0u : 1u;
    at += rays.rays[pixel].queries;
  }
  EXPECT_EQ(at, rays.queries.size());
  EXPECT_LE(different, kWidth * kHeight / 200u);
  EXPECT_GT(stopped, 50u);
  EXPECT_GT(full, 5u);
  EXPECT_GT(left, 50u);
}

// Finished rays are dropped before rounds 0, 1, 3, 6, 10, 14, 18 ...
TEST(SlowRays, SphereTracingBeginsAtTheBoxAndIsCompactedInGrowingSteps) {
  const Camera camera = a_camera();
  const auto walk = std::make_shared<const PixelWalk>(kWidth, kHeight, WalkParams{});
  const auto marcher = std::make_shared<const NsdfMarcher<SolidField>>(SolidField{}, SphereTracer(SolidField{}.bounds(), camera, small_view(), SphereRule{}, walk));
  const stream::WholeRays rays = whole_rays(marcher);
  const PixelRays pixels(camera, kWidth, kHeight);
  const std::array<double, 3> low{kAutomatonLow.x, kAutomatonLow.y, kAutomatonLow.z}, high{kAutomatonHigh.x, kAutomatonHigh.y, kAutomatonHigh.z};
  std::size_t at = 0, living = 0, repeated = 0;
  for (std::uint32_t pixel = 0; pixel < kWidth * kHeight; ++pixel) {
    const Vec3 origin = camera.origin(), d = pixels.direction(pixel % kWidth, pixel / kWidth);
    const auto [enter, leave] = slab(origin, d, low, high);
    if (std::abs(leave - enter) < 1e-5) continue;  // along an edge
    ASSERT_EQ(rays.rays[pixel].alive, enter < leave) << pixel;
    NsdfMarcher<SolidField>::Ray ray;
    ASSERT_EQ(marcher->begin({pixel % kWidth, pixel / kWidth}, ray), enter < leave);
    if (enter >= leave) continue;
    ++living;
    const auto& first = rays.queries[at];
    const std::array<float, 3> begin{first.x, first.y, first.z};
    for (std::size_t k = 0; k < 3; ++k) ASSERT_NEAR(static_cast<double>(begin[k]), static_cast<double>(origin[k]) + enter * static_cast<double>(d[k]), 1e-5);
    std::size_t own = 0;
    while (marcher->next(ray).found) ++own;
    std::size_t drop = 0;
    for (std::size_t gap = 1; drop < own; gap = std::min<std::size_t>(gap + 1, 4)) drop += gap;
    ASSERT_EQ(rays.rays[pixel].queries, drop) << own << " of its own";
    repeated += drop - own;
    for (std::size_t i = own; i < drop; ++i) ASSERT_EQ(rays.queries[at + i].x, rays.queries[at + own - 1].x);
    at += drop;
  }
  EXPECT_EQ(at, rays.queries.size());
  EXPECT_GT(living, 300u);
  EXPECT_GT(repeated, 100u);
}

}  // namespace
}  // namespace ngpcsim::workloads
