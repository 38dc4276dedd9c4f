#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/app/config_store.h"
#include "sim/app/console.h"
#include "sim/app/exit_code.h"
#include "sim/app/rtl_maker.h"
#include "sim/app/run_options.h"

/// The commands of the program; errors leave them as exceptions (cli.h turns these into exit codes).
namespace ngpcsim::app {

/// Simulates and reports. kInterrupted after Ctrl-C, kFailed where an assertion does not hold. `rtl` is asked only where the chip has blocks in RTL.
[[nodiscard]] ExitCode run_command(const RunOptions& options, const ConfigStore& store, const Console& console, const RtlMaker& rtl);

/// Names of chips, workloads, gpus, dram devices or studies, one a line with what the first comment of the file says.
[[nodiscard]] ExitCode list_command(const std::string& kind, const ConfigStore& store, const Console& console);

/// Every parameter whose path starts with `prefix` ("chip.nfp", "mlp_engine", empty for all): type, unit, default, range, meaning, source.
[[nodiscard]] ExitCode describe_command(const std::string& prefix, const Console& console);

/// The command line of `ngpcsim record`, as typed.
struct RecordOptions {
  std::string workload;
  std::string out;                      ///< the trace
  std::vector<std::string> set;         ///< PATH=VALUE
  std::optional<std::uint64_t> frames;  ///< empty: all chosen cameras
  std::string compression = "zstd";     ///< zstd, zlib or none
  bool quiet = false;
};
/// Writes a workload's queries or multiplications to a trace. kInterrupted after Ctrl-C, which leaves no file, or the one that was there.
[[nodiscard]] ExitCode record_command(const RecordOptions& options, const ConfigStore& store, const Console& console);

/// Says what a file is. With `verify`, a trace is read from end to end.
[[nodiscard]] ExitCode info_command(const std::string& file, bool verify, const Console& console);

struct CompareOptions {
  std::string base;  ///< a result.json, a folder that has one, or a folder of results
  std::string now;
  double tolerance_percent = 0.0;
  std::vector<std::string> allow;  ///< KEY=PERCENT%, KEY=AMOUNT, KEY=ignore
  std::string junit;               ///< JUnit XML; empty: none
};
/// kFailed where something drifted.
[[nodiscard]] ExitCode compare_command(const CompareOptions& options, const Console& console);

}  // namespace ngpcsim::app
