#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "sim/app/config_store.h"
#include "sim/app/console.h"
#include "sim/app/exit_code.h"

namespace ngpcsim::app {

/// The command line of `ngpcsim dram`, as typed.
struct DramOptions {
  std::string trace;
  std::string device;            ///< a name of `ngpcsim list dram`, or a path
  std::vector<std::string> set;  ///< PATH=VALUE
  std::string commands;          ///< file of the command trace; empty: none
  std::string out;               ///< folder; empty: no files are written
  std::uint32_t request_bytes = 64;
  std::vector<std::string> print;
  std::vector<std::string> assertions;
  bool quiet = false;
};

/// Sends a trace of requests through a DRAM and reports. Exit codes as of run_command.
[[nodiscard]] ExitCode dram_command(const DramOptions& options, const ConfigStore& store, const Console& console);

}  // namespace ngpcsim::app
