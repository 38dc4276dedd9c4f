#pragma once
#include "sim/app/json.h"
#include "sim/app/result/run_facts.h"

namespace ngpcsim::app {

/// What a query asks of encoding and networks, whatever the chip: parameters as tiny-cuda-nn counts them (weights padded to 16), and corners, products and
/// bytes of fp16 features a query.
[[nodiscard]] Json network_result(const RunFacts& facts);

}  // namespace ngpcsim::app
