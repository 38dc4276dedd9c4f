#include <cstdio>
#include <filesystem>
#include <string>

#include <fmt/format.h>

#include "models/common/grid_levels.h"
#include "sim/base/error.h"
#include "sim/train/snapshot_file.h"
#include "sim/train/task.h"

namespace ngpcsim::train {
namespace {

/// The last third of the steps goes down to a hundredth of the rate.
float rate_at(const Task& task, std::uint32_t step) {
  const float rest = static_cast<float>(task.steps - step) / (static_cast<float>(task.steps) / 3.0f);
  return rest >= 1.0f ? task.rate : task.rate * (0.01f + 0.99f * rest);
}

void train(const Task& task, const std::filesystem::path& folder) {
  const std::vector<models::GridLevel> levels = models::make_grid_levels(task.encoding, task.aabb_scale, {task.name});
  NetworkTrainer trainer(task.encoding, levels, task.network, 1);
  Rng rng(2);
  Batch batch;
  for (std::uint32_t step = 0; step < task.steps; ++step) {
    double loss = 0.0;
    for (std::uint32_t b = 0; b < task.batches; ++b) {
      task.examples(rng, batch);
      loss += trainer.add_gradient(batch, task.loss);
    }
    trainer.step(rate_at(task, step));
    if (step % 100 == 99) std::fputs(fmt::format("{}: step {} of {}, loss {:.3g}\n", task.name, step + 1, task.steps, loss / (task.batches * kLanes)).c_str(), stderr);
  }
  write_snapshot(task, trainer.parameters(), folder / (task.name + ".ingp"));
}

int run(int argc, char** argv) {
  if (argc < 2) {
    std::fputs("usage: ngpcsim_train FOLDER [SCENE...]: trains the built-in scenes, or some of them, and writes their snapshots\n", stderr);
    return 2;
  }
  const std::vector<std::string> scenes = argc > 2 ? std::vector<std::string>(argv + 2, argv + argc) : task_names();
  for (const std::string& scene : scenes) train(make_task(scene), argv[1]);
  return 0;
}

}  // namespace
}  // namespace ngpcsim::train

// The SystemC library refers to this entry point of its own.
extern "C" int sc_main(int /*argc*/, char* /*argv*/[]) { return 0; }

int main(int argc, char** argv) {
  try {
    return ngpcsim::train::run(argc, argv);
  } catch (const ngpcsim::InputError& error) {
    std::fputs(fmt::format("ngpcsim_train: {}\n", error.what()).c_str(), stderr);
    return 2;
  }
}
