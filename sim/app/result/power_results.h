#pragma once
#include <optional>

#include "sim/app/json.h"
#include "sim/app/result/frame_times.h"
#include "sim/app/result/power_figures.h"

namespace ngpcsim::app {

/// Adds `power_w`, `power`, `energy_mj`, `nj_per_query`, `fps_per_w`, `edp`, `area_mm2`, `energy` and `sram_access_ns`; all are null where the
/// run has no length.
///
///   energy_mj    = total energy / frames              nj_per_query = total energy / queries (both with host GPU and DRAM)
///   fps_per_w    = fps / power_w                      edp = energy per frame [J] x frame time [s]
///   energy       per block kind and frame, in mJ; its `total_mj` add up to energy_mj
void add_power(Json& result, const models::RunRecord& record, const std::optional<FrameTimes>& mean, const std::optional<PowerFigures>& power);

/// The object `energy` of result.json, in mJ a frame where `frames` were drawn.
[[nodiscard]] Json energy_by_block(const energy::EnergyReport& report, double frames);

}  // namespace ngpcsim::app
