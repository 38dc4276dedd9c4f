#include <cmath>

#include "sim/train/task.h"
#include "workloads/scenes/demo_solid.h"

namespace ngpcsim::train {
namespace {

using workloads::Point;

constexpr double kDifference = 1e-3;
constexpr float kNear = 0.01f;  // distances below it count as if they were it

Point anywhere(Rng& rng) {
  const double x = static_cast<double>(rng.unit()), y = static_cast<double>(rng.unit()), z = static_cast<double>(rng.unit());
  return {x, y, z};
}

/// Some steps against the slope of the distance.
Point onto_surface(Point p) {
  for (int i = 0; i < 4; ++i) {
    const auto slope = [&p](double x, double y, double z) {
      return (workloads::automaton_distance({p.x + x, p.y + y, p.z + z}) - workloads::automaton_distance({p.x - x, p.y - y, p.z - z})) / (2.0 * kDifference);
    };
    const Point n{slope(kDifference, 0, 0), slope(0, kDifference, 0), slope(0, 0, kDifference)};
    const double square = n.x * n.x + n.y * n.y + n.z * n.z;
    if (square < 1e-6) break;
    const double move = workloads::automaton_distance(p) / square;
    p = {p.x - move * n.x, p.y - move * n.y, p.z - move * n.z};
  }
  return p;
}

bool in_cube(const Point& p) { return p.x >= 0.0 && p.x <= 1.0 && p.y >= 0.0 && p.y <= 1.0 && p.z >= 0.0 && p.z <= 1.0; }

/// Four on the surface, three near it and one anywhere, of eight (instant-ngp, testbed_sdf).
Point example(std::uint32_t number, Rng& rng) {
  const Point p = anywhere(rng);
  if (number % 8 == 7) return p;
  const Point on = onto_surface(p);
  const auto spread = [&rng](double x) { return x + 0.03 * (static_cast<double>(rng.unit()) + static_cast<double>(rng.unit()) - 1.0); };
  const Point chosen = number % 8 < 4 ? on : Point{spread(on.x), spread(on.y), spread(on.z)};
  return in_cube(chosen) ? chosen : p;
}

/// Errors by the size of the distance.
void relative_loss(const std::vector<Lane>& outputs, const Batch& batch, std::vector<Lane>& by_outputs, double& loss) {
  for (std::size_t q = 0; q < kLanes; ++q) {
    const float target = batch.targets[0][q];
    const float scale = 1.0f / (std::abs(target) + kNear);
    const float error = outputs[0][q] - target;
    loss += static_cast<double>(std::abs(error) * scale);
    by_outputs[0][q] = (error > 0.0f ? scale : error < 0.0f ? -scale : 0.0f) / static_cast<float>(kLanes);
  }
}

}  // namespace

Task solid_task() {
  Task task{.name = "automaton", .mode = "sdf", .encoding = {}, .network = {}, .steps = 6000, .batches = 64, .rate = 3e-3f, .examples = {}, .loss = relative_loss, .density_cells = {}};
  task.encoding.levels = 8;
  task.encoding.log2_table_entries = 14;
  task.encoding.base_resolution = 8;
  task.encoding.per_level_scale = 1.5;
  task.network.kind = models::NetworkKind::kPlain;
  task.network.outputs = 1;
  task.examples = [](Rng& rng, Batch& batch) {
    batch.targets.resize(1);
    for (std::size_t q = 0; q < kLanes; ++q) {
      const Point p = example(static_cast<std::uint32_t>(q), rng);
      batch.positions[q] = {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)};
      batch.targets[0][q] = static_cast<float>(workloads::automaton_distance(p));
    }
  };
  return task;
}

}  // namespace ngpcsim::train
