#include "sim/train/task.h"
#include "workloads/scenes/demo_cloud.h"

namespace ngpcsim::train {

/// Colour, and the density as it is; behind a ReLU, as instant-ngp has it.
Task cloud_task() {
  Task task{.name = "cloud", .mode = "volume", .encoding = {}, .network = {}, .steps = 4000, .batches = 64, .rate = 5e-3f, .examples = {}, .loss = squared_loss, .density_cells = {}};
  task.encoding.levels = 8;
  task.encoding.log2_table_entries = 14;
  task.encoding.base_resolution = 8;
  task.encoding.per_level_scale = 1.5;
  task.network.kind = models::NetworkKind::kPlain;
  task.network.outputs = 4;
  task.network.output_activation = models::OutputActivation::kRelu;
  task.examples = [](Rng& rng, Batch& batch) {
    batch.targets.resize(4);
    for (std::size_t q = 0; q < kLanes; ++q) {
      const float x = rng.unit(), y = rng.unit(), z = rng.unit();
      batch.positions[q] = {x, y, z};
      const workloads::CloudSample sample = workloads::cloud_at({static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)});
      for (std::size_t c = 0; c < 3; ++c) batch.targets[c][q] = sample.albedo[c];
      batch.targets[3][q] = sample.density;
    }
  };
  return task;
}

}  // namespace ngpcsim::train
