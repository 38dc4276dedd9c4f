#include "workloads/apps/scene_density.h"

#include <algorithm>
#include <cmath>

#include "workloads/import/morton.h"

namespace ngpcsim::workloads {

float SceneDensity::of_cell(const std::array<float, 3>& position) const {
  float reach = 0.0f;
  for (const float x : position) reach = std::max(reach, std::abs(x - 0.5f));
  int exponent = 0;
  static_cast<void>(std::frexp(reach, &exponent));
  const auto cascades = static_cast<int>(cells_.size() / OccupancyGrid::kCells);
  const int cascade = std::clamp(exponent + 1, 0, cascades - 1);
  const float shrink = std::ldexp(1.0f, -cascade);
  std::array<std::uint32_t, 3> cell{};
  for (std::size_t d = 0; d < 3; ++d) {
    const float inside = (position[d] - 0.5f) * shrink + 0.5f;
    cell[d] = static_cast<std::uint32_t>(std::clamp(inside * static_cast<float>(OccupancyGrid::kSide), 0.0f, static_cast<float>(OccupancyGrid::kSide - 1)));
  }
  return cells_[static_cast<std::size_t>(cascade) * OccupancyGrid::kCells + morton3(cell[0], cell[1], cell[2])];
}

}  // namespace ngpcsim::workloads
