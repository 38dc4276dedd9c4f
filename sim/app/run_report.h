#pragma once
#include <ostream>
#include <string>
#include <vector>

#include "sim/app/exit_code.h"
#include "sim/app/json.h"
#include "sim/app/run_options.h"

/// What every kind of run does with its result.
namespace ngpcsim::app {

[[nodiscard]] std::string pretty(const Json& json);

/// "key value" lines of `--print`.
[[nodiscard]] std::string printed_keys(const std::vector<std::string>& keys, const Json& result);

/// Says which assertions do not hold: then kFailed.
[[nodiscard]] ExitCode report_assertions(const RunOptions& options, const Json& result, std::ostream& err);

}  // namespace ngpcsim::app
