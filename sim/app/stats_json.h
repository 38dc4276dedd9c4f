#pragma once
#include "models/chip/run_record.h"
#include "sim/app/json.h"

namespace ngpcsim::app {

/// stats.json: every counter and histogram of a run, with single instances, as integers.
[[nodiscard]] Json stats_json(const models::RunRecord& record);

}  // namespace ngpcsim::app
