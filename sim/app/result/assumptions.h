#pragma once
#include <string>
#include <vector>

#include "sim/app/result/run_facts.h"

namespace ngpcsim::app {

/// What a reader must know to trust the figures, in sentences: types, what is not modelled, where the energy comes from.
[[nodiscard]] std::vector<std::string> assumptions(const RunFacts& facts);

}  // namespace ngpcsim::app
