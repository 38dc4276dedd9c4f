#include "workloads/scenes/demo_scene.h"

#include "workloads/scenes/orbit.h"
#include "workloads/scenes/rasterize.h"

namespace ngpcsim::workloads {
namespace {

constexpr std::uint32_t kAabbScale = 4;  // three cascades
constexpr double kFloor = 0.12;

using Albedo = std::array<float, 3>;
constexpr Albedo kStone{0.62f, 0.58f, 0.5f}, kBall{0.75f, 0.12f, 0.08f}, kGold{0.8f, 0.55f, 0.12f}, kWire{0.12f, 0.3f, 0.7f}, kMast{0.25f, 0.25f, 0.28f},
    kGround{0.35f, 0.42f, 0.25f}, kColumn{0.7f, 0.7f, 0.68f}, kPanel{0.25f, 0.45f, 0.6f};

void add_centrepiece(std::vector<PaintedShape>& shapes) {
  shapes.push_back({Box{{0.5, kFloor + 0.04, 0.5}, {0.22, 0.04, 0.22}}, kStone});
  shapes.push_back({Shell{{0.5, 0.36, 0.5}, 0.13, 0.006}, kBall});
  shapes.push_back({Ring{{0.5, 0.36, 0.5}, 0.21, 0.012}, kGold});
  // Wires thinner than a cell (1/128): what a coarse grid must not lose.
  shapes.push_back({Lattice{{{0.5, 0.62, 0.5}, {0.1251, 0.1251, 0.1251}}, 0.125, 0.002}, kWire});
  const Point top{0.5, 0.97, 0.5};
  shapes.push_back({Rod{{0.5, 0.2, 0.5}, top, 0.004}, kMast});
  for (const double x : {0.08, 0.92})
    for (const double z : {0.08, 0.92}) shapes.push_back({Rod{top, {x, kFloor, z}, 0.0015}, kMast});
}

void add_background(std::vector<PaintedShape>& shapes) {
  shapes.push_back({Box{{0.5, kFloor - 0.02, 0.5}, {1.95, 0.02, 1.95}}, kGround});
  for (std::size_t i = 0; i < kCircle.size(); ++i) {
    const double x = 0.5 + 1.35 * kCircle[i].cosine;
    const double z = 0.5 + 1.35 * kCircle[i].sine;
    // Columns behind every other camera only, so that the depth of the background differs between neighbouring cameras.
    if (i % 2 == 0) shapes.push_back({Rod{{x, kFloor, z}, {x, 1.4, z}, 0.05}, kColumn});
    shapes.push_back({Box{{0.5 + 1.75 * kCircle[i].cosine, 0.9, 0.5 + 1.75 * kCircle[i].sine}, {0.2, 0.75, 0.2}}, kPanel});
  }
}

}  // namespace

std::vector<PaintedShape> pavilion_shapes() {
  std::vector<PaintedShape> shapes;
  add_centrepiece(shapes);
  add_background(shapes);
  return shapes;
}

BuiltInScene pavilion_scene() {
  std::vector<DistanceBound> shapes;
  for (const PaintedShape& painted : pavilion_shapes()) shapes.push_back(painted.bound);

  BuiltInScene scene;
  scene.aabb_scale = kAabbScale;
  scene.occupancy = rasterize(shapes, 3);
  scene.cameras = orbit_cameras({0.5, 0.45, 0.5}, 0.95, 0.62, 0.95, 0.45f);
  return scene;
}

}  // namespace ngpcsim::workloads
