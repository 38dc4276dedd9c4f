#include "sim/app/run_inputs.h"

#include <utility>

#include "sim/config/text.h"

namespace ngpcsim::app {
namespace {

std::vector<std::uint64_t> cycled_frames(std::uint64_t available, std::uint64_t wanted) {
  std::vector<std::uint64_t> frames(wanted);
  for (std::uint64_t i = 0; i < wanted; ++i) frames[i] = i % available;
  return frames;
}

std::vector<std::string> marginal_levels(const std::vector<models::GridLevel>& levels) {
  std::vector<std::string> warnings;
  for (std::size_t l = 0; l < levels.size(); ++l)
    if (levels[l].resolution_is_marginal)
      warnings.push_back(fmt::format("level {}: scale {} lies so close to an integer that other software may use a resolution other than {}", l,
                                     levels[l].scale, levels[l].resolution));
  return warnings;
}

/// Binary and missing files have no lines: their errors name the parameter that led there, too.
std::unique_ptr<workloads::NerfSource> open_source(const workloads::NerfParams& params, const workloads::PathContext& context) {
  try {
    return workloads::make_nerf_source(params, context);
  } catch (const InputError& error) {
    for (const auto& [name, text] : {std::pair{"occupancy", &params.occupancy}, std::pair{"transforms", &params.transforms}}) {
      const std::string file = workloads::expand_path(*text, context, name).string();
      if (!text->empty() && std::string_view(error.what()).starts_with(file + ": ")) throw InputError(context.at(name), error.what());
    }
    throw;
  }
}

}  // namespace

RunInputs open_inputs(const RunConfig& config, const ConfigStore& store, std::optional<std::uint64_t> frames) {
  const workloads::PathContext context{.base_dir = config.workload_file.parent_path(),
                                       .data_dir = store.default_data(),
                                       .locate = [&config](std::string_view parameter) { return config.where(config::join_path("workload", parameter)); }};
  RunInputs inputs;
  inputs.source = open_source(config.workload.nerf, context);
  inputs.aabb_scale = inputs.source->scene().aabb_scale;
  inputs.levels = models::make_grid_levels(config.workload.encoding, inputs.aabb_scale, config.where("workload.encoding"));
  inputs.warnings = marginal_levels(inputs.levels);
  const std::uint64_t available = inputs.source->frames();
  inputs.frames = cycled_frames(available, frames.value_or(available));
  return inputs;
}

models::ChipSetup chip_setup(const RunConfig& config, const RunInputs& inputs, std::uint64_t seed) {
  return {.chip = config.chip,
          .encoding = config.workload.encoding,
          .network = config.workload.network,
          .levels = inputs.levels,
          .host_costs = config.gpu.host,
          .host_mhz = config.gpu.boost_mhz,
          .where = [&config](std::string_view path) { return config.where(path); },
          .construction_seed = seed};
}

}  // namespace ngpcsim::app
