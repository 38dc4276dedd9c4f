#pragma once
#include <cstdint>
#include <functional>
#include <vector>

#include "workloads/import/occupancy.h"
#include "workloads/scenes/shape.h"

namespace ngpcsim::workloads {

/// A lower bound of the distance to something (see shape.h).
using DistanceBound = std::function<double(const Point&)>;

/// The occupancy of a scene in `cascades` cascades. A cell counts as occupied where its centre is within half a cell diagonal of a shape, as the
/// grid of a trained scene does: thin parts stay connected and no matter lies in an empty cell. The middle half of a coarser
/// cascade is the OR of 2 x 2 x 2 cells of the one below (instant-ngp, bitfield_max_pool). Found by descending an octree: a cube further from
/// every shape than its half diagonal is empty as a whole, and the shapes that are too far from a cube are not asked again inside it.
/// At most 64 shapes.
[[nodiscard]] OccupancyGrid rasterize(const std::vector<DistanceBound>& shapes, std::uint32_t cascades);

}  // namespace ngpcsim::workloads
