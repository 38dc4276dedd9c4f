#pragma once
#include "sim/app/config_store.h"
#include "sim/app/console.h"
#include "sim/app/exit_code.h"
#include "sim/app/run_options.h"

namespace ngpcsim::app {

/// `ngpcsim run` of a workload of application `gemm`: simulates and reports. Exit codes as of run_command.
[[nodiscard]] ExitCode run_gemm_command(const RunOptions& options, const ConfigStore& store, const Console& console);

}  // namespace ngpcsim::app
