#pragma once
#include <list>
#include <string>
#include <vector>

#include "models/common/messages.h"
#include "sim/app/request_trace.h"
#include "sim/app/run_options.h"

namespace ngpcsim::app {

/// What `--export` can name.
inline constexpr const char* kExportScalesim = "scalesim";
inline constexpr const char* kExportDramsim3 = "dramsim3";
inline constexpr const char* kExportRamulator = "ramulator";

[[nodiscard]] bool asks_for(const RunOptions& options, const char* exported);

/// The traces of memory requests that `--export` asks for, written to the folder of `--out` while the run goes on: dramsim3.trace, ramulator.trace.
class RequestExports {
 public:
  /// Throws InputError where there is no folder, or it cannot be written to.
  explicit RequestExports(const RunOptions& options);

  /// To be told of every request; empty where no trace is asked for.
  [[nodiscard]] models::MemoryObserver observer();
  /// The run is over.
  void finish();

 private:
  std::list<RequestTrace> traces_;
};

}  // namespace ngpcsim::app
