#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "sim/app/config_store.h"
#include "sim/app/console.h"
#include "sim/app/exit_code.h"
#include "sim/app/rtl_maker.h"

namespace ngpcsim::app {

/// The command line of `ngpcsim sweep`, as typed.
struct SweepOptions {
  std::string experiment;
  std::vector<std::string> set;       ///< PATH=VALUE, of every point
  std::string out;                    ///< database; empty: NAME.sqlite
  std::size_t jobs = 0;               ///< points at a time; 0: as many as the machine has cores
  bool resume = false;
  bool retry_failed = false;
  bool dry_run = false;               ///< list the points
  double adaptive_percent = 0.0;      ///< of the points that an adaptive sweep runs; 0: all of them
  std::string launcher = "local";
  std::size_t chunk = 10;
  std::string slurm_arguments;
  std::string worker;                 ///< folder of a Slurm sweep of which this process is an array task
  bool quiet = false;
};

/// Runs the points of an experiment into a database. kFailed where a point failed; kInterrupted after Ctrl-C, with all that had finished kept.
[[nodiscard]] ExitCode sweep_command(const SweepOptions& options, const ConfigStore& store, const Console& console, const RtlMaker& rtl);

}  // namespace ngpcsim::app
