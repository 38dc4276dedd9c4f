#include <gtest/gtest.h>

#include <cmath>

#include "sim/base/rng.h"
#include "workloads/apps/nsdf_source.h"
#include "workloads/apps/nvr_source.h"
#include "workloads/import/mesh.h"
#include "workloads/scenes/demo_solid.h"
#include "workloads/scenes/orbit.h"

namespace ngpcsim::workloads {
namespace {

TEST(FreeFlight, IsTheLogarithm) {
  Rng rng(1);
  EXPECT_EQ(free_flight(0.0f), 0.0f);
  for (int i = 0; i < 100000; ++i) {
    const float u = rng.unit();
    const double expected = -std::log1p(-static_cast<double>(u));
    ASSERT_NEAR(static_cast<double>(free_flight(u)), expected, 1e-6 * (1.0 + expected)) << u;
  }
}

/// Sphere tracing of one ray in double, from the definition.
TEST(NsdfMarcher, StepsAsTheDefinitionSays) {
  const Camera camera = orbit_cameras({0.5, 0.5, 0.5}, 1.35, 0.65, 1.05, 0.42f)[0];
  ViewParams view;
  view.width = 40;
  view.height = 30;
  const auto walk = std::make_shared<const PixelWalk>(40, 30, WalkParams{});
  const NsdfMarcher<SolidField> marcher({}, SphereTracer(SolidField{}.bounds(), camera, view, {}, walk));
  const PixelRays rays(camera, 40, 30);
  std::size_t steps = 0;
  for (std::uint32_t pixel = 0; pixel < 40 * 30; pixel += 7) {
    NsdfMarcher<SolidField>::Ray ray;
    if (!marcher.begin({pixel % 40, pixel / 40}, ray)) continue;
    const Vec3 d = rays.direction(pixel % 40, pixel / 40);
    Step step = marcher.next(ray);
    ASSERT_TRUE(step.found);
    for (int i = 0; i < 50; ++i) {
      const std::array<float, 3> at = step.position;
      const double distance = automaton_distance({static_cast<double>(at[0]), static_cast<double>(at[1]), static_cast<double>(at[2])});
      step = marcher.next(ray);
      ++steps;
      std::array<double, 3> then{};
      bool inside = true;
      const std::array<double, 3> low{kAutomatonLow.x, kAutomatonLow.y, kAutomatonLow.z}, high{kAutomatonHigh.x, kAutomatonHigh.y, kAutomatonHigh.z};
      for (std::size_t k = 0; k < 3; ++k) {
        then[k] = static_cast<double>(at[k]) + 0.95 * distance * static_cast<double>(d[k]);
        inside = inside && then[k] > low[k] - 1e-6 && then[k] < high[k] + 1e-6;
      }
      if (!step.found) {
        ASSERT_TRUE(distance <= 3.001e-4 || then[0] < low[0] + 1e-6 || then[0] > high[0] - 1e-6 || then[1] < low[1] + 1e-6 || then[1] > high[1] - 1e-6 || then[2] < low[2] + 1e-6 || then[2] > high[2] - 1e-6);
        break;
      }
      ASSERT_TRUE(inside);
      for (std::size_t k = 0; k < 3; ++k) ASSERT_NEAR(static_cast<double>(step.position[k]), then[k], 2e-6);
    }
  }
  EXPECT_GT(steps, 300u);
}

TEST(DemoSolid, DistancesGrowNoFasterThanTheWay) {
  Rng rng(4);
  const auto place = [&rng] {
    const double x = static_cast<double>(rng.unit()), y = static_cast<double>(rng.unit());
    return Point{x, y, static_cast<double>(rng.unit())};
  };
  for (int i = 0; i < 20000; ++i) {
    const Point a = place(), b = place();
    ASSERT_LE(std::abs(automaton_distance(a) - automaton_distance(b)), length(a - b) * (1.0 + 1e-9));
  }
  EXPECT_LT(automaton_distance({0.5, 0.45, 0.5}), 0.0);
  EXPECT_GT(automaton_distance({0.02, 0.98, 0.02}), 0.1);
}

/// The nearest of all triangles, one by one, each by a search over its area.
TEST(MeshDistance, IsThatOfTheNearestTriangle) {
  Mesh mesh;
  Rng rng(9);
  for (int t = 0; t < 40; ++t) {
    for (int corner = 0; corner < 3; ++corner) mesh.vertices.push_back({rng.unit(), rng.unit(), rng.unit()});
    const auto first = static_cast<std::uint32_t>(3 * t);
    mesh.triangles.push_back({first, first + 1, first + 2});
  }
  const MeshDistance distance(mesh);
  for (int i = 0; i < 300; ++i) {
    const std::array<float, 3> p{rng.unit(), rng.unit(), rng.unit()};
    float nearest = 1e9f;
    for (const auto& [a, b, c] : mesh.triangles) nearest = std::min(nearest, triangle_distance(p, mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]));
    ASSERT_EQ(distance(p, std::numeric_limits<float>::infinity()), nearest);
    ASSERT_EQ(distance(p, 0.5f * nearest), 0.5f * nearest);
  }
}

TEST(MeshDistance, OfATriangleByRegion) {
  const std::array<float, 3> a{0, 0, 0}, b{4, 0, 0}, c{0, 3, 0};
  EXPECT_EQ(triangle_distance({1, 1, 2}, a, b, c), 2.0f);          // above the face
  EXPECT_EQ(triangle_distance({-3, -4, 0}, a, b, c), 5.0f);        // corner a
  EXPECT_EQ(triangle_distance({7, -4, 0}, a, b, c), 5.0f);         // corner b
  EXPECT_EQ(triangle_distance({0, 6, 4}, a, b, c), 5.0f);          // corner c
  EXPECT_EQ(triangle_distance({2, -3, 4}, a, b, c), 5.0f);         // edge a b
  EXPECT_EQ(triangle_distance({-3, 1, 4}, a, b, c), 5.0f);         // edge a c
  EXPECT_NEAR(triangle_distance({2 + 3, 1.5f + 4, 0}, a, b, c), 5.0f, 1e-5f);  // edge b c, along its normal (3, 4) / 5
}

}  // namespace
}  // namespace ngpcsim::workloads
