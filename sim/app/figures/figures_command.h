#pragma once
#include <string>
#include <vector>

#include "sim/app/console.h"
#include "sim/app/exit_code.h"

namespace ngpcsim::app {

/// The command line of `ngpcsim figures`, as typed.
struct FiguresOptions {
  std::vector<std::string> inputs;  ///< folders of runs, result.json files, databases of sweeps
  std::string out;
};

/// Draws all figures that the inputs have data for, as SVG, PDF and PNG: the same bytes for the same inputs.
[[nodiscard]] ExitCode figures_command(const FiguresOptions& options, const Console& console);

}  // namespace ngpcsim::app
