#pragma once
#include "workloads/scenes/demo_scene.h"

namespace ngpcsim::workloads {

/// "plaza", the scene of the `nerf-demo-360` workload, seen from all sides and without a bound that matters: in a cube of side 16, five cascades, a fountain in the
/// unit cube, lamps around it, an arcade, houses, and hills with towers far away, each in a cascade of its own, on one ground. Twelve cameras circle the fountain
/// from outside the unit cube and see everything behind it; y is up.
[[nodiscard]] BuiltInScene plaza_scene();

}  // namespace ngpcsim::workloads
