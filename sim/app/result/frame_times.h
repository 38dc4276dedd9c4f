#pragma once
#include <cstdint>
#include <optional>

#include "models/chip/run_record.h"

namespace ngpcsim::app {

/// Times of a frame, or means over frames, in ms.
struct FrameTimes {
  double frame_ms = 0.0;         ///< length of the frame in host edges / host clock
  double host_ms = 0.0;          ///< a host kernel ran
  double ngpc_ms = 0.0;          ///< the NGPC had a launch, clock crossings included
  double frame_ms_serial = 0.0;  ///< host_ms + ngpc_ms: what it would take if they never worked at the same time
};

/// Null for a frame that an interrupt cut off before its end.
[[nodiscard]] std::optional<FrameTimes> times_of(const models::FrameRecord& frame, const models::RunRecord& record);

/// Means over the finished frames; null where there is none.
[[nodiscard]] std::optional<FrameTimes> mean_times(const models::RunRecord& record);

/// Length of the run in seconds: NGPC edges / NGPC clock.
[[nodiscard]] double run_seconds(const models::RunRecord& record);

}  // namespace ngpcsim::app
