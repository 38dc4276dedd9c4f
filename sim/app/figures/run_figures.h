#pragma once
#include <string>
#include <vector>

#include "sim/app/json.h"
#include "sim/app/output_folder.h"

namespace ngpcsim::app {

struct NamedResult {
  std::string name;
  Json result;
};

/// stalls_NAME and roofline_NAME of each run; speedups over all of them, and frames per second by resolution where runs differ in it.
[[nodiscard]] std::vector<OutputFile> run_figures(const std::vector<NamedResult>& runs);

}  // namespace ngpcsim::app
