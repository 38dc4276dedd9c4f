#pragma once
#include <string>

#include "sim/app/json.h"

namespace ngpcsim::app {

/// What a person reads in ten seconds: frame time, power, area, speedup, the bottleneck in words, where the cycles of each block went and
/// what bank conflicts cost per level. Everything comes from result.json; what is null there is left out.
[[nodiscard]] std::string summary_text(const Json& result);

}  // namespace ngpcsim::app
