#include "workloads/scenes/demo_terrace.h"

#include <array>

#include "workloads/scenes/orbit.h"
#include "workloads/scenes/rasterize.h"

namespace ngpcsim::workloads {
namespace {

constexpr std::uint32_t kTerraceSide = 4, kTerraceCascades = 3;
constexpr double kTerraceFloor = 0.08;

void add_table(std::vector<DistanceBound>& shapes) {
  shapes.emplace_back(Box{{0.5, 0.29, 0.45}, {0.3, 0.015, 0.17}});
  for (const double x : {0.24, 0.76})
    for (const double z : {0.31, 0.59}) shapes.emplace_back(Rod{{x, kTerraceFloor, z}, {x, 0.28, z}, 0.012});
  shapes.emplace_back(Shell{{0.5, 0.37, 0.45}, 0.06, 0.006});
  constexpr std::array<Point, 5> kFlowers{{{0.5, 0.66, 0.45}, {0.4, 0.6, 0.47}, {0.6, 0.61, 0.43}, {0.45, 0.56, 0.52}, {0.57, 0.55, 0.38}}};
  for (const Point& flower : kFlowers) {
    shapes.emplace_back(Rod{{0.5, 0.4, 0.45}, flower, 0.003});
    shapes.emplace_back(Ball{flower, 0.03});
  }
}

void add_railing(std::vector<DistanceBound>& shapes) {
  for (const double y : {0.14, 0.34}) shapes.emplace_back(Rod{{-0.9, y, 0.06}, {1.9, y, 0.06}, 0.012});
  for (int i = 0; i < 15; ++i) shapes.emplace_back(Rod{{-0.9 + 0.2 * i, 0.14, 0.06}, {-0.9 + 0.2 * i, 0.34, 0.06}, 0.008});
}

void add_background(std::vector<DistanceBound>& shapes) {
  for (int i = 0; i < 5; ++i) {
    const double x = -0.7 + 0.6 * i, z = i % 2 == 0 ? -0.5 : -0.75;
    shapes.emplace_back(Rod{{x, kTerraceFloor, z}, {x, 0.5, z}, 0.03});
    shapes.emplace_back(Ball{{x, 0.65, z}, 0.2});
  }
  for (int i = 0; i < 4; ++i) shapes.emplace_back(Ball{{-1.0 + i, -0.3, -1.2}, i % 2 == 0 ? 0.95 : 0.8});
  shapes.emplace_back(Box{{0.5, 0.5, -1.46}, {1.95, 1.95, 0.03}});  // the sky
}

/// Parallel views from places 0.16 apart in x and 0.12 in y.
std::vector<Camera> forward_cameras() {
  std::vector<Camera> cameras;
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 4; ++column) {
      const Point eye{0.26 + 0.16 * column, 0.36 + 0.12 * row, 0.95};
      cameras.push_back(look_at(eye, {eye.x, eye.y, eye.z - 1.0}, 0.5f));
    }
  return cameras;
}

}  // namespace

BuiltInScene terrace_scene() {
  std::vector<DistanceBound> shapes;
  shapes.emplace_back(Box{{0.5, kTerraceFloor - 0.02, 0.5}, {1.9, 0.02, 1.9}});
  add_table(shapes);
  add_railing(shapes);
  add_background(shapes);
  return {.occupancy = rasterize(shapes, kTerraceCascades), .cameras = forward_cameras(), .aabb_scale = kTerraceSide};
}

}  // namespace ngpcsim::workloads
