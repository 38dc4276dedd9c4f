#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "models/common/network_spec.h"
#include "sim/base/rng.h"
#include "sim/train/network_trainer.h"
#include "workloads/import/occupancy.h"

namespace ngpcsim::train {

/// A scene that a network learns.
struct Task {
  std::string name;   ///< of the file that it becomes
  std::string mode;   ///< of instant-ngp: nerf, sdf, image, volume
  models::EncodingParams encoding;
  models::NetworkParams network;
  std::uint32_t aabb_scale = 1;
  std::uint32_t steps = 2000;
  std::uint32_t batches = 32;  ///< of kLanes examples a step
  float rate = 1e-2f;
  std::function<void(Rng& rng, Batch& batch)> examples;
  NetworkTrainer::Loss loss;
  std::vector<float> density_cells;  ///< NeRF: a trained model's density grid, density x kMinStep, Morton order, cascade by cascade
};

[[nodiscard]] std::vector<std::string> task_names();
/// Throws InputError for a name that is not one of them.
[[nodiscard]] Task make_task(std::string_view name);

/// Each application's.
[[nodiscard]] Task picture_task();
[[nodiscard]] Task solid_task();
[[nodiscard]] Task cloud_task();
[[nodiscard]] Task pavilion_task();

/// sum of (output - target)^2 / kLanes, for all outputs.
void squared_loss(const std::vector<Lane>& outputs, const Batch& batch, std::vector<Lane>& by_outputs, double& loss);

}  // namespace ngpcsim::train
