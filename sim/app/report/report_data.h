#pragma once
#include <string>
#include <vector>

#include "sim/app/json.h"

namespace ngpcsim::app {

/// What the page shows, as its scripts read it: runs with their result.json (and series.json), sweeps with axes, columns and rows. Throws InputError for what is neither.
[[nodiscard]] Json report_data(const std::vector<std::string>& inputs);

}  // namespace ngpcsim::app
