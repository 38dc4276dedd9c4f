#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "workloads/apps/camera.h"
#include "workloads/apps/march_grid.h"
#include "workloads/apps/march_rule.h"
#include "workloads/apps/scene_density.h"
#include "workloads/import/occupancy.h"

namespace ngpcsim::workloads {

/// What a NeRF frame is marched through: where matter may be, and who looks at it. Immutable, shared by all frames.
struct NerfScene {
  /// `aabb_scale` is a power of two from 1 to 128; `grid` has at least log2(aabb_scale) + 1 cascades.
  NerfScene(const OccupancyGrid& occupancy, std::vector<Camera> views, std::uint32_t scale, SceneDensity matter = SceneDensity(0.0f))
      : aabb_scale(scale), rule(scale), grid(occupancy, rule.max_cascade + 1), cameras(std::move(views)), density(std::move(matter)) {}

  std::uint32_t aabb_scale;
  MarchRule rule;
  ConeSteps cone;
  MarchGrid grid;
  std::vector<Camera> cameras;
  SceneDensity density;
};

}  // namespace ngpcsim::workloads
