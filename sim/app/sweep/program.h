#pragma once
#include <string>
#include <vector>

namespace ngpcsim::app {

struct ProgramEnd {
  int status = 0;      ///< its exit code; 127 where it could not be started
  std::string output;  ///< stdout and stderr together
};

/// What it said, in one line for a message.
[[nodiscard]] std::string one_line(std::string text);

/// Runs another program, found by PATH, to its end.
[[nodiscard]] ProgramEnd run_other_program(const std::vector<std::string>& command);

}  // namespace ngpcsim::app
