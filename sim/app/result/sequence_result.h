#pragma once
#include <vector>

#include "models/chip/run_record.h"
#include "sim/app/json.h"

namespace ngpcsim::app {

/// How even the finished frames of a run were: shortest, longest, and the times that half, 95 and 99 of 100 frames keep (the smallest measured time that at least
/// so many frames do not exceed), and how many missed the deadline of a headset of 72, 90 and 120 Hz. Null where fewer than two frames were finished.
[[nodiscard]] Json sequence_result(const models::RunRecord& record);

/// The time that `percent` of `times` (at least one) do not exceed: number ceil(percent n / 100) in ascending order.
[[nodiscard]] double percentile(std::vector<double> times, std::uint32_t percent);

}  // namespace ngpcsim::app
