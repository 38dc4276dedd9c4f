#pragma once
#include <string>
#include <vector>

#include "sim/app/console.h"
#include "sim/app/exit_code.h"

namespace ngpcsim::app {

/// The command line of `ngpcsim report`, as typed.
struct ReportOptions {
  std::vector<std::string> inputs;  ///< folders of runs, result.json files, databases of sweeps
  std::string out = "report.html";
};

/// Writes one HTML file that shows runs and sweeps and needs nothing else: no network, no other file.
[[nodiscard]] ExitCode report_command(const ReportOptions& options, const Console& console);

}  // namespace ngpcsim::app
