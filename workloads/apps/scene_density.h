#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "workloads/import/occupancy.h"

namespace ngpcsim::workloads {

/// How much a NeRF scene absorbs, per unit of length in its cube: what stops a ray before its end. Either the same in every place that is sampled, or a value for
/// each cell of a trained model's density grid, cascades as those of the occupancy.
class SceneDensity {
 public:
  explicit SceneDensity(float everywhere) : everywhere_(everywhere) {}
  /// `cells`: 128^3 values a cascade in Morton order, x lowest.
  explicit SceneDensity(std::vector<float> cells) : cells_(std::move(cells)) {}

  [[nodiscard]] bool has_cells() const { return !cells_.empty(); }
  /// At a position in the scene's cube. The cascade is the finest that holds it (instant-ngp, mip_from_pos).
  [[nodiscard]] float at(const std::array<float, 3>& position) const { return cells_.empty() ? everywhere_ : of_cell(position); }

 private:
  [[nodiscard]] float of_cell(const std::array<float, 3>& position) const;

  float everywhere_ = 0.0f;
  std::vector<float> cells_;
};

}  // namespace ngpcsim::workloads
