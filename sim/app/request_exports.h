#pragma once
#include <filesystem>
#include <list>
#include <optional>
#include <string>
#include <vector>

#include "models/chip/chip_memory.h"
#include "models/common/messages.h"
#include "sim/app/dram/slice_traces.h"
#include "sim/app/request_trace.h"
#include "sim/app/run_options.h"

namespace ngpcsim::app {

/// What `--export` can name.
inline constexpr const char* kExportScalesim = "scalesim";
inline constexpr const char* kExportDramsim3 = "dramsim3";
inline constexpr const char* kExportRamulator = "ramulator";
inline constexpr const char* kExportDramCommands = "dramcommands";

[[nodiscard]] bool asks_for(const RunOptions& options, const char* exported);

/// The traces of the memory that `--export` asks for, written to the folder of `--out` while the run goes on: dramsim3.trace, ramulator.trace of its requests,
/// and the folder `dram` of what the DRAM behind each slice is asked and does.
class RequestExports {
 public:
  /// Throws InputError where there is no folder, or it cannot be written to.
  explicit RequestExports(const RunOptions& options);

  /// To be told of every request; empty where no trace is asked for.
  [[nodiscard]] models::MemoryObserver observer();
  /// Watches the device of the run, which this outlives, if that is asked for. Throws InputError where the memory has none.
  void watch(models::DramChoice& dram, const models::MemoryParams& memory);
  /// The run is over.
  void finish();

 private:
  std::list<RequestTrace> traces_;
  std::filesystem::path dram_folder_;  ///< empty: not asked for
  std::optional<SliceTraces> slices_;
};

}  // namespace ngpcsim::app
