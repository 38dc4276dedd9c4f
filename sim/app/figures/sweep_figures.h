#pragma once
#include <vector>

#include "sim/app/output_folder.h"
#include "sim/app/sweep/database.h"

namespace ngpcsim::app {

/// pareto_EXPERIMENT: its designs by its first two objectives, and their front; axis_EXPERIMENT: its first objective along its first axis with several numbers, a line
/// for each value of another axis, at the best of all further ones.
[[nodiscard]] std::vector<OutputFile> sweep_figures(const SweepTable& table);

}  // namespace ngpcsim::app
