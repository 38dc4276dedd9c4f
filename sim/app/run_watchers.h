#pragma once
#include "models/common/run_hooks.h"
#include "sim/app/bandwidth_series.h"
#include "sim/app/gpu_kernels/launch_sample.h"
#include "sim/app/request_exports.h"
#include "sim/app/value_digest.h"
#include "sim/events/recorder.h"

namespace ngpcsim::app {

/// Who looks on while frames are simulated; null: nobody. All of them outlive the run.
struct RunWatchers {
  ValueDigest* values = nullptr;
  LaunchSample* launches = nullptr;
  events::Recorder* timeline = nullptr;
  BandwidthSeries* bandwidth = nullptr;

  /// Empty where nobody wants to be told.
  [[nodiscard]] decltype(models::RunHooks::round) round_hook() const;
  [[nodiscard]] models::MemoryObserver request_hook(RequestExports& exports) const;
};

}  // namespace ngpcsim::app
