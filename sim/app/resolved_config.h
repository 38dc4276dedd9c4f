#pragma once
#include <span>
#include <string>

#include "models/common/grid_levels.h"
#include "sim/app/run_config.h"

namespace ngpcsim::app {

/// config.xml: the resolved roots, preceded by comments that list scale, resolution and entries of every level, as computed once for the
/// run (docs/timing.md, section 5). Reads back as chip, workload, GPU and energy table.
[[nodiscard]] std::string resolved_config(const RunConfig& config, std::span<const models::GridLevel> levels);

}  // namespace ngpcsim::app
