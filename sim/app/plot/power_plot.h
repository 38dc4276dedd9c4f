#pragma once
#include <vector>

#include "sim/app/json.h"
#include "sim/app/output_folder.h"

namespace ngpcsim::app {

/// energy.svg and area.svg of a result: what each block takes per frame, dynamic and leakage, and its share of the area. Empty where the result has no energies.
[[nodiscard]] std::vector<OutputFile> power_plots(const Json& result);

}  // namespace ngpcsim::app
