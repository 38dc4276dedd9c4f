#include "sim/app/run_inputs.h"

#include <utility>

#include "sim/app/workload_config.h"

namespace ngpcsim::app {
namespace {

std::vector<std::string> marginal_levels(const std::vector<models::GridLevel>& levels) {
  std::vector<std::string> warnings;
  for (std::size_t l = 0; l < levels.size(); ++l)
    if (levels[l].resolution_is_marginal)
      warnings.push_back(fmt::format("level {}: scale {} lies so close to an integer that other software may use a resolution other than {}", l,
                                     levels[l].scale, levels[l].resolution));
  return warnings;
}

}  // namespace

RunInputs open_inputs(const RunConfig& config, const ConfigStore& store, std::optional<std::uint64_t> frames) {
  OpenedWorkload workload = open_workload(config.workload, config.roots, config.workload_file, store);
  RunInputs inputs;
  inputs.aabb_scale = workload.aabb_scale;
  inputs.levels = models::make_grid_levels(config.workload.encoding, inputs.aabb_scale, config.where("workload.encoding"));
  inputs.warnings = marginal_levels(inputs.levels);
  inputs.frames = chosen_frames(workload, frames);
  inputs.source = std::move(workload.source);
  return inputs;
}

models::ChipSetup chip_setup(const RunConfig& config, const RunInputs& inputs, std::uint64_t seed) {
  return {.chip = config.chip,
          .dram = config.dram,
          .encoding = config.workload.encoding,
          .network = config.workload.network,
          .levels = inputs.levels,
          .host_costs = config.gpu.host,
          .host_mhz = config.gpu.boost_mhz,
          .where = [&config](std::string_view path) { return config.where(path); },
          .construction_seed = seed};
}

}  // namespace ngpcsim::app
