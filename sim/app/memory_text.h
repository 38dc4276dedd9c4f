#pragma once
#include <string>

#include "sim/app/json.h"

namespace ngpcsim::app {

/// A sentence of the summary about `memory` of result.json: how L2 and DRAM were used. Empty where the memory has neither.
[[nodiscard]] std::string memory_text(const Json& memory);

}  // namespace ngpcsim::app
