#pragma once
#include "sim/app/gemm/gemm_facts.h"
#include "sim/app/json.h"

namespace ngpcsim::app {

/// result.json of a GEMM list (docs/results.md): the keys that every run has, null where frames and queries are meant, and `gemm` with the figures of each
/// multiplication and of all. A pure function of the facts. Throws InvariantError where an account does not add up.
[[nodiscard]] Json gemm_result(const GemmFacts& facts);

/// stats.json: the counters of every array.
[[nodiscard]] Json gemm_stats(const models::GemmRunRecord& record);

}  // namespace ngpcsim::app
