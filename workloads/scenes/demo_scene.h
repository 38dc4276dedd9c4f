#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "workloads/apps/camera.h"
#include "workloads/import/occupancy.h"
#include "workloads/scenes/rasterize.h"

namespace ngpcsim::workloads {

/// A scene that needs no files: what it holds, who looks at it, how far it reaches.
struct BuiltInScene {
  OccupancyGrid occupancy;
  std::vector<Camera> cameras;
  std::uint32_t aabb_scale = 1;
};

/// A solid and its colour, linear red, green and blue.
struct PaintedShape {
  DistanceBound bound;
  std::array<float, 3> albedo{};
};

/// What the pavilion is built from.
[[nodiscard]] std::vector<PaintedShape> pavilion_shapes();

/// "pavilion", the scene of the `nerf-demo` workload, computed from scratch: in the unit cube a plinth, a hollow ball, a ring, a cage of thin
/// wires and a mast with four guy wires, in mostly empty space; around it, in cascades 1 and 2, a floor, columns and a wall of
/// panels that stand for an unbounded background. Twelve cameras circle it at two heights; y is up.
[[nodiscard]] BuiltInScene pavilion_scene();

}  // namespace ngpcsim::workloads
