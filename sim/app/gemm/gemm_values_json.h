#pragma once
#include <string>

#include "sim/app/gemm/gemm_config.h"
#include "sim/app/json.h"

namespace ngpcsim::app {

/// values.json of a functional run: a digest of each product that `record` has, from synthetic operands, in the arithmetic of docs/gemm.md, section 6.
[[nodiscard]] Json gemm_values_json(const GemmConfig& config, const models::GemmRunRecord& record);

/// For the summary.
[[nodiscard]] std::string gemm_values_line(const Json& values);

}  // namespace ngpcsim::app
