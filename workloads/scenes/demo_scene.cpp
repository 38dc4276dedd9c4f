#include "workloads/scenes/demo_scene.h"

#include <array>
#include <cmath>

#include "workloads/scenes/rasterize.h"

namespace ngpcsim::workloads {
namespace {

constexpr std::uint32_t kAabbScale = 4;  // three cascades
constexpr double kFloor = 0.12;

/// Points of the unit circle with rational coordinates (8, 15, 17), thirty degrees apart to within two.
struct CirclePoint {
  double cosine, sine;
};
constexpr std::array<CirclePoint, 12> kCircle{{{1, 0}, {15.0 / 17, 8.0 / 17}, {8.0 / 17, 15.0 / 17},
                                               {0, 1}, {-8.0 / 17, 15.0 / 17}, {-15.0 / 17, 8.0 / 17},
                                               {-1, 0}, {-15.0 / 17, -8.0 / 17}, {-8.0 / 17, -15.0 / 17},
                                               {0, -1}, {8.0 / 17, -15.0 / 17}, {15.0 / 17, -8.0 / 17}}};

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

/// A camera at `from` that looks at `at`, y up.
Camera look_at(const Point& from, const Point& at, float tan_half_fov) {
  const Point back = from - at;  // the camera looks along -z
  const double distance = length(back);
  const Point z{back.x / distance, back.y / distance, back.z / distance};
  const double across = length(z.z, z.x);
  const Point x{z.z / across, 0.0, -z.x / across};                              // up x z
  const Point y{z.y * x.z - z.z * x.y, z.z * x.x - z.x * x.z, z.x * x.y - z.y * x.x};  // z x x
  Camera camera;
  const auto f = [](double v) { return static_cast<float>(v); };
  camera.pose = {f(x.x), f(y.x), f(z.x), f(from.x), f(x.y), f(y.y), f(z.y), f(from.y), f(x.z), f(y.z), f(z.z), f(from.z)};
  camera.lens.tan_half_x = tan_half_fov;
  return camera;
}

}  // namespace

BuiltInScene pavilion_scene() {
  std::vector<DistanceBound> shapes;
  add_centrepiece(shapes);
  add_background(shapes);

  BuiltInScene scene;
  scene.aabb_scale = kAabbScale;
  scene.occupancy = rasterize(shapes, 3);
  for (std::size_t i = 0; i < kCircle.size(); ++i) {
    const double height = i % 2 == 0 ? 0.62 : 0.95;
    const Point from{0.5 + 0.95 * kCircle[i].cosine, height, 0.5 + 0.95 * kCircle[i].sine};
    scene.cameras.push_back(look_at(from, {0.5, 0.45, 0.5}, 0.45f));
  }
  return scene;
}

}  // namespace ngpcsim::workloads
