#pragma once
#include <string>

#include "sim/app/json.h"

namespace ngpcsim::app {

/// What is printed of a GEMM list's result: totals, a line a multiplication, and where the arrays' edges went.
[[nodiscard]] std::string gemm_summary(const Json& result);

/// The same figures in the columns of SCALE-Sim v3's compute report, one row a multiplication. Cycles are counts, where SCALE-Sim prints the index of the last one;
/// they are those of one array: sums over arrays / parts.
[[nodiscard]] std::string scalesim_report(const Json& result);

}  // namespace ngpcsim::app
