#include <gtest/gtest.h>

#include <cmath>

#include "tests/unit/workloads/small_scenes.h"
#include "tests/unit/workloads/support.h"

namespace ngpcsim::workloads {
namespace {

/// A second reading of the marching rules, in double and with the library's logarithm: plain, slow, none of the model's code but the grid.
class SlowMarcher {
 public:
  SlowMarcher(const OccupancyGrid& grid, int aabb_scale) : grid_(grid), scale_(aabb_scale) {}

  /// Distances of the samples of one ray.
  [[nodiscard]] std::vector<double> march(const std::array<double, 3>& o, const std::array<double, 3>& d, std::size_t cap) const {
    std::vector<double> samples;
    double enter = 0, leave = 1e9;
    for (std::size_t r = 0; r < 3; ++r) {
      const double a = (0.5 - scale_ / 2.0 - o[r]) / d[r], b = (0.5 + scale_ / 2.0 - o[r]) / d[r];
      enter = std::max(enter, std::min(a, b));
      leave = std::min(leave, std::max(a, b));
    }
    double t = enter + 1e-6;
    while (enter < leave && t < leave && samples.size() < cap) {
      std::array<double, 3> p{};
      for (std::size_t r = 0; r < 3; ++r) p[r] = o[r] + t * d[r];
      int cascade = 0;
      while (std::max({std::abs(p[0] - 0.5), std::abs(p[1] - 0.5), std::abs(p[2] - 0.5)}) >= std::ldexp(0.5, cascade) && (1 << cascade) < scale_) ++cascade;
      if (occupied(p, cascade)) {
        samples.push_back(t);
        t = from(to(t) + 1);
        continue;
      }
      while ((1 << cascade) < scale_ && !occupied(p, cascade + 1)) ++cascade;
      // The cell's far face along each axis, from its integer coordinates.
      const double cell = std::ldexp(1.0, cascade) / 128;
      double distance = 1e9;
      for (std::size_t r = 0; r < 3; ++r) {
        const double index = std::floor((p[r] - 0.5) / cell);
        distance = std::min(distance, ((index + (d[r] >= 0 ? 1 : 0)) * cell + 0.5 - p[r]) / d[r]);
      }
      t = from(to(t) + std::max(std::ceil(to(t + std::max(distance, 0.0)) - to(t)), 1.0));
    }
    return samples;
  }

 private:
  [[nodiscard]] bool occupied(const std::array<double, 3>& p, int cascade) const {
    std::array<int, 3> cell{};
    for (std::size_t r = 0; r < 3; ++r) {
      cell[r] = static_cast<int>(((p[r] - 0.5) / std::ldexp(1.0, cascade) + 0.5) * 128);
      if (cell[r] < 0 || cell[r] > 127) return false;
    }
    const auto u = [&](std::size_t r) { return static_cast<std::uint32_t>(cell[r]); };
    return grid_.occupied(static_cast<std::uint32_t>(cascade), u(0), u(1), u(2));
  }

  static constexpr double kLog = 0.0038986404156573229, kMin = 0.00169145586;
  static double to(double t) { return t <= kMin / kLog ? (t - kMin / kLog) / kMin + std::log(kMin / kLog) / kLog : std::log(t) / kLog; }
  static double from(double s) { return s <= std::log(kMin / kLog) / kLog ? (s - std::log(kMin / kLog) / kLog) * kMin + kMin / kLog : std::exp(s * kLog); }

  const OccupancyGrid& grid_;
  int scale_;
};

/// Single precision drops or adds a sample where a position falls on a cell's face, so single rays may differ; sums may not.
TEST(Cascades, AgreeWithAnIndependentSlowMarcher) {
  for (const std::uint32_t aabb_scale : {2u, 4u, 16u}) {
    const auto scene = test::random_scene(aabb_scale, 25, aabb_scale);
    std::uint32_t cascades = scene->rule.max_cascade + 1;
    const OccupancyGrid grid = test::random_grid(cascades, 25, aabb_scale);
    const SlowMarcher slow(grid, static_cast<int>(aabb_scale));
    const Picture picture = test::all_cameras(40, 30);
    const NerfSource source(scene, picture);
    std::uint64_t pixels = 0, equal = 0;
    double expected_sum = 0, got_sum = 0, worst = 0;
    for (std::uint64_t f = 0; f < source.frames(); ++f) {
      const test::FrameResult got = test::consume(source, f, 1200, 1024, true);
      const Camera& camera = scene->cameras[f];
      const PixelRays rays(camera, picture.width, picture.height);
      for (std::uint32_t i = 0; i < picture.width * picture.height; ++i, ++pixels) {
        const Vec3 d = rays.direction(i % picture.width, i / picture.width);
        const std::array<double, 3> origin{camera.pose[3], camera.pose[7], camera.pose[11]}, direction{d[0], d[1], d[2]};
        const std::vector<double> expected = slow.march(origin, direction, 1024);
        const std::vector<float>& ray = got.by_pixel[i];
        expected_sum += static_cast<double>(expected.size());
        got_sum += static_cast<double>(ray.size() / 3);
        if (expected.size() * 3 != ray.size()) continue;
        ++equal;
        for (std::size_t k = 0; k < expected.size(); ++k) {
          const double x = (origin[0] + expected[k] * direction[0] - 0.5) / aabb_scale + 0.5;
          worst = std::max(worst, std::abs(x - double{ray[3 * k]}));
        }
      }
    }
    EXPECT_GT(got_sum / static_cast<double>(pixels), 5.0) << "the scene must give the rule something to do";
    EXPECT_GT(static_cast<double>(equal) / static_cast<double>(pixels), 0.9) << "aabb_scale " << aabb_scale;
    EXPECT_NEAR(got_sum / expected_sum, 1.0, 1e-3) << "aabb_scale " << aabb_scale;
    EXPECT_LT(worst, 0.02) << "aabb_scale " << aabb_scale;
  }
}

/// By hand: one occupied cell of cascade 1 at distance 1 to 1 + 1/64 straight ahead, in the region of exponential steps.
TEST(Cascades, OneCellStraightAhead) {
  OccupancyGrid grid;
  grid.cascades = 2;
  grid.bits.assign(2 * OccupancyGrid::kBytesPerCascade, 0);
  // Cells of cascade 1 have side 1/64 and start at -0.5: cell (64, 64, 16) covers x, y in 0.5 .. 0.515625 and z in -0.25 .. -0.234375.
  const std::uint32_t index = morton3(64, 64, 16);
  grid.bits[OccupancyGrid::kBytesPerCascade + index / 8] = static_cast<std::uint8_t>(1u << (index % 8));
  Camera camera = test::straight_camera({0.505f, 0.505f, 0.765625f}, 1e-3f);  // looks along -z; the cell begins 1.0 away
  const auto scene = std::make_shared<const NerfScene>(grid, std::vector<Camera>{camera}, 2);
  const test::FrameResult result = test::consume(NerfSource(scene, {1, 1, 1024, {0}}), 0, 1, 1024, true);
  // Steps of 1/256 t from 1.0 on: 1/64 holds four of them, less the part before the first whole step.
  ASSERT_GE(result.queries, 3u);
  ASSERT_LE(result.queries, 4u);
  for (std::size_t k = 0; k < result.queries; ++k) {
    const float z = result.by_pixel[0][3 * k + 2] * 2 - 0.5f;  // from the unit cube back to the scene's
    EXPECT_GE(z, -0.25f);
    EXPECT_LE(z, -0.234375f);
  }
}

}  // namespace
}  // namespace ngpcsim::workloads
