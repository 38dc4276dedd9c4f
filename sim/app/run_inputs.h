#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/chip/chip.h"
#include "models/common/grid_levels.h"
#include "sim/app/run_config.h"
#include "workloads/stream/query_stream.h"

namespace ngpcsim::app {

/// What a configuration expands to before anything is simulated.
struct RunInputs {
  std::unique_ptr<stream::QuerySource> source;
  std::uint32_t aabb_scale = 1;
  std::vector<models::GridLevel> levels;
  std::vector<std::uint64_t> frames;    ///< of the source, in the order in which they are simulated
  std::vector<std::string> warnings;
};

/// Opens the scene, positions or trace and computes the levels. With `frames` = N the first N of the chosen cameras are drawn, again from the first where N is
/// larger. Throws InputError for whatever the workload's files and parameters have wrong.
[[nodiscard]] RunInputs open_inputs(const RunConfig& config, const ConfigStore& store, std::optional<std::uint64_t> frames);

/// Decides the mode of the grid SRAMs for these levels (models::mode_for): where grid_sram.oversize turns them into caches, `config` has that mode afterwards and
/// the warnings say so. What the configuration's files say stays in config.roots.
void settle_grid_sram(RunConfig& config, RunInputs& inputs);

/// The setup of the chip model, without RTL. `config` must outlive it.
[[nodiscard]] models::ChipSetup chip_setup(const RunConfig& config, const RunInputs& inputs, std::uint64_t seed);

}  // namespace ngpcsim::app
