#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "sim/app/config_store.h"
#include "sim/app/console.h"
#include "sim/app/exit_code.h"

namespace ngpcsim::app {

/// The command line of `ngpcsim reproduce`, as typed.
struct ReproduceOptions {
  std::string study;
  std::vector<std::string> set;  ///< PATH=VALUE, in every simulation
  std::string out;        ///< folder; empty: no files are written
  std::size_t jobs = 0;   ///< simulations at a time; 0: as many as the machine has cores
  bool quiet = false;
};

/// Repeats a published study and puts its figures beside ours. kInterrupted after Ctrl-C, which writes nothing.
[[nodiscard]] ExitCode reproduce_command(const ReproduceOptions& options, const ConfigStore& store, const Console& console);

}  // namespace ngpcsim::app
