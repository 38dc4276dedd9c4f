#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/chip/run_record.h"
#include "models/common/grid_levels.h"
#include "sim/app/gpu_kernels/launch_sample.h"
#include "sim/app/run_config.h"

namespace ngpcsim::app {

/// All that a result is derived from; nothing of it depends on the machine that simulated.
struct RunFacts {
  const RunConfig& config;
  const std::vector<models::GridLevel>& levels;
  std::uint32_t aabb_scale = 1;
  const models::RunRecord& record;
  std::uint64_t seed = 0;
  const LaunchSample* launches = nullptr;  ///< where the GPU's times are modelled (times_of_run)
  std::vector<std::string> warnings;  ///< of the inputs; those of the run and the energy table are added
};

}  // namespace ngpcsim::app
