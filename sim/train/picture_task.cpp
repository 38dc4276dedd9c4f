#include "sim/train/task.h"
#include "workloads/scenes/demo_picture.h"

namespace ngpcsim::train {

Task picture_task() {
  Task task{.name = "harbour", .mode = "image", .encoding = {}, .network = {}, .steps = 5000, .batches = 64, .examples = {}, .loss = squared_loss, .density_cells = {}};
  task.encoding.dims = 2;
  task.encoding.levels = 8;
  task.encoding.log2_table_entries = 15;
  task.encoding.per_level_scale = 1.6;
  task.network.kind = models::NetworkKind::kPlain;
  task.network.outputs = 3;
  task.examples = [](Rng& rng, Batch& batch) {
    batch.targets.resize(3);
    for (std::size_t q = 0; q < kLanes; ++q) {
      const float u = rng.unit(), v = rng.unit();
      batch.positions[q] = {u, v, 0.0f};
      const std::array<float, 3> color = workloads::harbour_colour(static_cast<double>(u), static_cast<double>(v));
      for (std::size_t c = 0; c < 3; ++c) batch.targets[c][q] = color[c];
    }
  };
  return task;
}

}  // namespace ngpcsim::train
