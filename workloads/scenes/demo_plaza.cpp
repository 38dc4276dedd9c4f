#include "workloads/scenes/demo_plaza.h"

#include "workloads/scenes/orbit.h"
#include "workloads/scenes/rasterize.h"

namespace ngpcsim::workloads {
namespace {

constexpr std::uint32_t kPlazaSide = 16, kPlazaCascades = 5;
constexpr double kPlazaGround = 0.12;

Point around(std::size_t i, double radius, double y) { return {0.5 + radius * kCircle[i].cosine, y, 0.5 + radius * kCircle[i].sine}; }

/// Cascade 0: within 0.5 of the middle.
void add_fountain(std::vector<DistanceBound>& shapes) {
  shapes.emplace_back(Ring{{0.5, kPlazaGround + 0.05, 0.5}, 0.36, 0.04});
  shapes.emplace_back(Rod{{0.5, kPlazaGround, 0.5}, {0.5, 0.52, 0.5}, 0.025});
  shapes.emplace_back(Ring{{0.5, 0.4, 0.5}, 0.14, 0.02});
  shapes.emplace_back(Shell{{0.5, 0.57, 0.5}, 0.05, 0.006});
  for (std::size_t i = 0; i < kCircle.size(); i += 2) shapes.emplace_back(Rod{around(i, 0.14, 0.4), around(i, 0.27, kPlazaGround), 0.004});  // water
}

/// Cascade 1: within 1.
void add_lamps(std::vector<DistanceBound>& shapes) {
  for (std::size_t i = 0; i < kCircle.size(); i += 3) {
    shapes.emplace_back(Rod{around(i, 0.85, kPlazaGround), around(i, 0.85, 0.62), 0.012});
    shapes.emplace_back(Ball{around(i, 0.85, 0.66), 0.045});
  }
}

/// Cascade 2: within 2.
void add_arcade(std::vector<DistanceBound>& shapes) {
  for (std::size_t i = 0; i < kCircle.size(); ++i) shapes.emplace_back(Rod{around(i, 1.55, kPlazaGround), around(i, 1.55, 1.0), 0.05});
  shapes.emplace_back(Ring{{0.5, 1.04, 0.5}, 1.55, 0.07});
}

/// Cascade 3: within 4.
void add_houses(std::vector<DistanceBound>& shapes) {
  for (std::size_t i = 0; i < kCircle.size(); ++i) {
    const double height = i % 3 == 0 ? 0.9 : 0.6;
    shapes.emplace_back(Box{around(i, 3.0, kPlazaGround + height), {0.45, height, 0.45}});
  }
}

/// Cascade 4: within 8.
void add_hills(std::vector<DistanceBound>& shapes) {
  for (std::size_t i = 0; i < kCircle.size(); ++i) shapes.emplace_back(Ball{around(i, 6.0, -0.2), i % 2 == 0 ? 1.3 : 0.9});
  for (std::size_t i = 1; i < kCircle.size(); i += 3) shapes.emplace_back(Rod{around(i, 5.2, kPlazaGround), around(i, 5.2, 3.0), 0.15});
}

}  // namespace

BuiltInScene plaza_scene() {
  std::vector<DistanceBound> shapes;
  shapes.emplace_back(Box{{0.5, kPlazaGround - 0.02, 0.5}, {7.9, 0.02, 7.9}});
  add_fountain(shapes);
  add_lamps(shapes);
  add_arcade(shapes);
  add_houses(shapes);
  add_hills(shapes);
  return {.occupancy = rasterize(shapes, kPlazaCascades), .cameras = orbit_cameras({0.5, 0.4, 0.5}, 0.75, 0.45, 0.7, 0.7f), .aabb_scale = kPlazaSide};
}

}  // namespace ngpcsim::workloads
