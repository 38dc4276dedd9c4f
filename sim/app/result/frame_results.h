#pragma once
#include "models/chip/run_record.h"
#include "sim/app/json.h"

namespace ngpcsim::app {

/// The array `frames` of result.json: what each frame did and took. Times of a frame that was cut off are null.
[[nodiscard]] Json frame_results(const models::RunRecord& record);

}  // namespace ngpcsim::app
