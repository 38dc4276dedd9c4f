#include "workloads/scenes/demo_scene.h"

#include "workloads/scenes/orbit.h"
#include "workloads/scenes/rasterize.h"

namespace ngpcsim::workloads {
namespace {

constexpr std::uint32_t kAabbScale = 4;  // three cascades
constexpr double kFloor = 0.12;

void add_centrepiece(std::vector<DistanceBound>& shapes) {
  shapes.emplace_back(Box{{0.5, kFloor + 0.04, 0.5}, {0.22, 0.04, 0.22}});
  shapes.emplace_back(Shell{{0.5, 0.36, 0.5}, 0.13, 0.006});
  shapes.emplace_back(Ring{{0.5, 0.36, 0.5}, 0.21, 0.012});
  // Wires thinner than a cell (1/128): what a coarse grid must not lose.
  shapes.emplace_back(Lattice{{{0.5, 0.62, 0.5}, {0.1251, 0.1251, 0.1251}}, 0.125, 0.002});
  const Point top{0.5, 0.97, 0.5};
  shapes.emplace_back(Rod{{0.5, 0.2, 0.5}, top, 0.004});
  for (const double x : {0.08, 0.92})
    for (const double z : {0.08, 0.92}) shapes.emplace_back(Rod{top, {x, kFloor, z}, 0.0015});
}

void add_background(std::vector<DistanceBound>& shapes) {
  shapes.emplace_back(Box{{0.5, kFloor - 0.02, 0.5}, {1.95, 0.02, 1.95}});
  for (std::size_t i = 0; i < kCircle.size(); ++i) {
    const double x = 0.5 + 1.35 * kCircle[i].cosine;
    const double z = 0.5 + 1.35 * kCircle[i].sine;
    // Columns behind every other camera only, so that the depth of the background differs between neighbouring cameras.
    if (i % 2 == 0) shapes.emplace_back(Rod{{x, kFloor, z}, {x, 1.4, z}, 0.05});
    shapes.emplace_back(Box{{0.5 + 1.75 * kCircle[i].cosine, 0.9, 0.5 + 1.75 * kCircle[i].sine}, {0.2, 0.75, 0.2}});
  }
}

}  // namespace

BuiltInScene pavilion_scene() {
  std::vector<DistanceBound> shapes;
  add_centrepiece(shapes);
  add_background(shapes);

  BuiltInScene scene;
  scene.aabb_scale = kAabbScale;
  scene.occupancy = rasterize(shapes, 3);
  scene.cameras = orbit_cameras({0.5, 0.45, 0.5}, 0.95, 0.62, 0.95, 0.45f);
  return scene;
}

}  // namespace ngpcsim::workloads
