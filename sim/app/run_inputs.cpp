#include "sim/app/run_inputs.h"

#include <algorithm>
#include <utility>

#include "models/encoding_engine/encoding_services.h"
#include "models/nfp/parameters.h"
#include "sim/app/workload_config.h"
#include "workloads/apps/binned_source.h"

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

/// A snapshot may have no parameters; if it has, they are as many as its encoding and networks take.
void check_trained_parameters(const RunConfig& config, const std::vector<models::GridLevel>& levels) {
  const workloads::Snapshot* const trained = config.workload.trained.get();
  if (trained == nullptr || trained->parameters.empty()) return;
  const std::uint64_t expected = models::parameter_layout(config.workload.encoding, levels, config.workload.network).total;
  if (trained->parameters.size() != expected)
    throw InputError(config.where("workload.snapshot"), fmt::format("the snapshot has {} parameters, its encoding and networks have {}", trained->parameters.size(), expected), "a whole snapshot");
}

}  // namespace

RunInputs open_inputs(const RunConfig& config, const ConfigStore& store, std::optional<std::uint64_t> frames) {
  OpenedWorkload workload = open_workload(config.workload, config.roots, config.workload_file, store);
  RunInputs inputs;
  inputs.aabb_scale = workload.aabb_scale;
  inputs.levels = models::make_grid_levels(config.workload.encoding, inputs.aabb_scale, config.where("workload.encoding"));
  inputs.warnings = marginal_levels(inputs.levels);
  inputs.warnings.insert(inputs.warnings.end(), workload.notes.begin(), workload.notes.end());
  check_trained_parameters(config, inputs.levels);
  inputs.frames = chosen_frames(workload, frames);
  inputs.source = std::move(workload.source);
  if (config.workload.query_order == QueryOrder::kBinned) inputs.source = workloads::bin_queries(std::move(inputs.source), config.workload.bin_side);
  return inputs;
}

void settle_grid_sram(RunConfig& config, RunInputs& inputs) {
  models::EncodingEngineParams& engine = config.chip.nfp.encoding_engine;
  const std::uint32_t features = config.workload.encoding.features;
  const models::LevelPlacement placement = models::place_levels(config.workload.encoding.levels, engine, config.where("chip.nfp.encoding_engine.levels_per_engine"));
  const models::SramMode asked = engine.grid_sram.mode;
  engine.grid_sram.mode = models::mode_for(inputs.levels, features, engine, placement);
  if (engine.grid_sram.mode == asked) return;
  const std::uint32_t lane = models::oversize_lane(inputs.levels, features, engine, placement).value();
  inputs.warnings.push_back(fmt::format("level {} takes {} B, more than the {} B of its grid SRAM: the grid SRAMs work as caches instead of {} (grid_sram.oversize)", lane,
                                        models::lane_table_bytes(inputs.levels, lane, features, engine, placement), models::lane_capacity(engine, placement),
                                        config::name_of(models::kSramModes, asked)));
}

models::ChipSetup chip_setup(const RunConfig& config, const RunInputs& inputs, std::uint64_t seed) {
  models::ChipParams chip = config.chip;
  chip.host.max_steps_per_round = std::min(chip.host.max_steps_per_round, most_steps_per_round(config.workload.application));
  return {.chip = std::move(chip),
          .dram = config.dram,
          .encoding = config.workload.encoding,
          .network = config.workload.network,
          .levels = inputs.levels,
          .host_costs = config.gpu.host.times(gpu_application(config.workload.application)),
          .host_mhz = config.gpu.boost_mhz,
          .scene_switch_frames = config.workload.scene_switch_frames,
          .where = [&config](std::string_view path) { return config.where(path); },
          .construction_seed = seed};
}

}  // namespace ngpcsim::app
