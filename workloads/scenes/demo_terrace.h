#pragma once
#include "workloads/scenes/demo_scene.h"

namespace ngpcsim::workloads {

/// "terrace", the scene of the `nerf-demo-forward` workload, which faces one way as hand-held captures do: a table with flowers in the unit cube, a railing behind
/// it, trees, hills and a sky at the end, in a cube of side 4. Twelve cameras in a grid of 4 x 3 look along -z, all of them; y is up.
[[nodiscard]] BuiltInScene terrace_scene();

}  // namespace ngpcsim::workloads
