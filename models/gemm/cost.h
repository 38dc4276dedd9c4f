#pragma once
#include <algorithm>
#include <cstdint>

#include "models/gemm/fold_plan.h"

namespace ngpcsim::models {

__extension__ using Wide = unsigned __int128;  ///< sums that are compared with a limit before they are used

/// What a part costs without simulating it.
struct PartCost {
  Wide edges = 0;     ///< from its first step to its last result, without prefetch and without waits
  Wide folds = 0;
  Wide operand_a_bytes = 0, operand_b_bytes = 0, result_bytes = 0;  ///< of requests
  [[nodiscard]] Wide bytes() const { return operand_a_bytes + operand_b_bytes + result_bytes; }
};

[[nodiscard]] PartCost part_cost(const GemmArray& array, const GemmPart& part);

}  // namespace ngpcsim::models
