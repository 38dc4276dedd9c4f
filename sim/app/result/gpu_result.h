#pragma once
#include <optional>

#include "sim/app/json.h"
#include "sim/app/result/frame_times.h"
#include "sim/app/result/power_figures.h"

namespace ngpcsim::app {

/// `gpu` and the speedups over it; null where the run was interrupted: a part of a frame is no frame to compare.
void add_gpu(Json& result, const RunFacts& facts, const std::optional<FrameTimes>& mean, const std::optional<PowerFigures>& power);

}  // namespace ngpcsim::app
