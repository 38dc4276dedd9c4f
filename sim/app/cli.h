#pragma once
#include <string>
#include <vector>

#include "sim/app/console.h"
#include "sim/app/exit_code.h"
#include "sim/app/rtl_maker.h"

namespace ngpcsim::app {

/// The whole program: parses the command line (`arguments` without the program's name), runs one command, and turns errors into exit codes
/// with one message on `console.err`.
[[nodiscard]] ExitCode run_program(const std::vector<std::string>& arguments, const Console& console, const RtlMaker& rtl);

}  // namespace ngpcsim::app
