#pragma once
#include <string>
#include <vector>

#include "sim/app/console.h"
#include "sim/app/exit_code.h"

namespace ngpcsim::app {

/// The command line of `ngpcsim front`, as typed.
struct FrontOptions {
  std::string database;
  std::vector<std::string> objectives;   ///< COLUMN:most or COLUMN:least; empty: those of the experiment
  std::vector<std::string> constraints;  ///< conditions on columns and axes, beside those of the experiment
  std::string against;                   ///< a database of the same space whose front is the measure
};

/// Prints the designs that no other one beats, the best by each objective, and what each axis does to each objective.
[[nodiscard]] ExitCode front_command(const FrontOptions& options, const Console& console);

}  // namespace ngpcsim::app
