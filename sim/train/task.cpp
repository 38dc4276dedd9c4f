#include "sim/train/task.h"

#include <array>
#include <utility>

#include "sim/base/error.h"

namespace ngpcsim::train {
namespace {

using Maker = Task (*)();
constexpr std::array<std::pair<std::string_view, Maker>, 4> kTasks{{{"harbour", picture_task}, {"automaton", solid_task}, {"cloud", cloud_task}, {"pavilion", pavilion_task}}};

}  // namespace

std::vector<std::string> task_names() {
  std::vector<std::string> names;
  for (const auto& [name, make] : kTasks) names.emplace_back(name);
  return names;
}

Task make_task(std::string_view name) {
  std::string known;
  for (const auto& [task, make] : kTasks) {
    if (task == name) return make();
    known += (known.empty() ? "" : ", ") + std::string(task);
  }
  throw InputError({.file = "SCENE"}, fmt::format("no scene is named \"{}\"", name), known);
}

void squared_loss(const std::vector<Lane>& outputs, const Batch& batch, std::vector<Lane>& by_outputs, double& loss) {
  for (std::size_t n = 0; n < outputs.size(); ++n) {
    for (std::size_t q = 0; q < kLanes; ++q) {
      const float error = outputs[n][q] - batch.targets[n][q];
      loss += static_cast<double>(error) * static_cast<double>(error);
      by_outputs[n][q] = 2.0f * error / static_cast<float>(kLanes);
    }
  }
}

}  // namespace ngpcsim::train
