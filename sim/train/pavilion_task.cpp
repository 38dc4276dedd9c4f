#include <algorithm>
#include <cmath>
#include <memory>

#include "sim/train/task.h"
#include "workloads/apps/march_rule.h"
#include "workloads/import/morton.h"
#include "workloads/scenes/painted_field.h"

namespace ngpcsim::train {
namespace {

using workloads::OccupancyGrid;
using workloads::Point;

constexpr float kEmptyLogDensity = -3.0f;   // of what is open space inside an occupied cell
constexpr float kDensityWeight = 0.02f;     // of squared errors of a log density against those of colours
constexpr float kFaintColor = 0.02f;        // share of its weight that the colour of open space keeps

/// Occupied cells of each cascade: where a march samples.
struct Cells {
  std::vector<std::vector<std::uint32_t>> of_cascade;
};

Cells occupied_cells(const OccupancyGrid& grid) {
  Cells cells;
  for (std::uint32_t cascade = 0; cascade < grid.cascades; ++cascade) {
    auto& list = cells.of_cascade.emplace_back();
    for (std::uint32_t index = 0; index < OccupancyGrid::kCells; ++index)
      if (grid.occupied(cascade, workloads::gather_bits(index), workloads::gather_bits(index >> 1), workloads::gather_bits(index >> 2))) list.push_back(index);
  }
  return cells;
}

Point in_cell(std::uint32_t cascade, std::uint32_t index, Rng& rng) {
  const double side = std::ldexp(1.0, static_cast<int>(cascade)) / OccupancyGrid::kSide;
  const double low = 0.5 - 0.5 * std::ldexp(1.0, static_cast<int>(cascade));
  const auto along = [&](std::uint32_t cell) { return low + side * (static_cast<double>(cell) + static_cast<double>(rng.unit())); };
  const double x = along(workloads::gather_bits(index)), y = along(workloads::gather_bits(index >> 1)), z = along(workloads::gather_bits(index >> 2));
  return {x, y, z};
}

std::array<float, 3> any_direction(Rng& rng) {
  for (;;) {
    const std::array<float, 3> d{2.0f * rng.unit() - 1.0f, 2.0f * rng.unit() - 1.0f, 2.0f * rng.unit() - 1.0f};
    const float square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    if (square > 1.0f || square < 0.01f) continue;
    const float size = std::sqrt(square);
    return {d[0] / size, d[1] / size, d[2] / size};
  }
}

/// Colours are seen behind a logistic, weighted by how opaque the place is; the density by its logarithm.
void radiance_loss(const std::vector<Lane>& outputs, const Batch& batch, std::vector<Lane>& by_outputs, double& loss) {
  const Lane& log_density = batch.targets.back();
  for (std::size_t q = 0; q < kLanes; ++q) {
    const float opaque = std::max(kFaintColor, std::exp(log_density[q]) / workloads::PaintedField::kSolidDensity);
    for (std::size_t c = 0; c < 3; ++c) {
      const float seen = 1.0f / (1.0f + std::exp(-outputs[c][q]));
      const float error = seen - batch.targets[c][q];
      loss += static_cast<double>(opaque * error * error);
      by_outputs[c][q] = 2.0f * opaque * error * seen * (1.0f - seen) / static_cast<float>(kLanes);
    }
    const float error = outputs.back()[q] - log_density[q];
    loss += static_cast<double>(kDensityWeight * error * error);
    by_outputs.back()[q] = 2.0f * kDensityWeight * error / static_cast<float>(kLanes);
  }
}

/// The largest of nine densities of each occupied cell, times the shortest step, as instant-ngp keeps it.
std::vector<float> density_cells(const OccupancyGrid& grid, const workloads::PaintedField& field) {
  std::vector<float> cells(std::size_t{grid.cascades} * OccupancyGrid::kCells, 0.0f);
  const Cells occupied = occupied_cells(grid);
  Rng rng(11);
  for (std::uint32_t cascade = 0; cascade < grid.cascades; ++cascade) {
    for (const std::uint32_t index : occupied.of_cascade[cascade]) {
      float most = 0.0f;
      for (int i = 0; i < 9; ++i) most = std::max(most, field.at(in_cell(cascade, index, rng), {0.0f, 0.0f, -1.0f}).density);
      cells[std::size_t{cascade} * OccupancyGrid::kCells + index] = std::max(most * workloads::kMinStep, 0.02f);  // occupied in any case
    }
  }
  return cells;
}

}  // namespace

Task pavilion_task() {
  const workloads::BuiltInScene scene = workloads::pavilion_scene();
  const auto cells = std::make_shared<const Cells>(occupied_cells(scene.occupancy));
  const auto field = std::make_shared<const workloads::PaintedField>(workloads::pavilion_shapes());
  Task task{.name = "pavilion", .mode = "nerf", .encoding = {}, .network = {}, .aabb_scale = scene.aabb_scale, .steps = 6000, .batches = 64, .rate = 1e-2f, .examples = {}, .loss = radiance_loss, .density_cells = density_cells(scene.occupancy, *field)};
  task.encoding.levels = 8;
  task.encoding.log2_table_entries = 15;
  task.encoding.per_level_scale = 1.75;
  task.examples = [cells, field, side = static_cast<double>(scene.aabb_scale)](Rng& rng, Batch& batch) {
    batch.targets.resize(4);
    for (std::size_t q = 0; q < kLanes; ++q) {
      // Half of the examples where the cameras stand close.
      const std::uint32_t cascade = rng.below(2) == 0 ? 0 : rng.below(static_cast<std::uint32_t>(cells->of_cascade.size()));
      const auto& list = cells->of_cascade[cascade];
      const Point p = in_cell(cascade, list[rng.below(static_cast<std::uint32_t>(list.size()))], rng);
      batch.directions[q] = any_direction(rng);
      const auto along = [side](double x) { return static_cast<float>((x - 0.5) / side + 0.5); };
      batch.positions[q] = {along(p.x), along(p.y), along(p.z)};
      const workloads::PaintedField::Sample sample = field->at(p, batch.directions[q]);
      for (std::size_t c = 0; c < 3; ++c) batch.targets[c][q] = sample.color[c];
      batch.targets[3][q] = std::log(std::max(sample.density, std::exp(kEmptyLogDensity)));
    }
  };
  return task;
}

}  // namespace ngpcsim::train
