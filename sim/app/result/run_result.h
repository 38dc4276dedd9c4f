#pragma once
#include "sim/app/json.h"
#include "sim/app/result/run_facts.h"

namespace ngpcsim::app {

inline constexpr int kSchemaVersion = 1;

/// The version of the program.
[[nodiscard]] std::string_view program_version();

/// result.json (docs/results.md): a pure function of the facts. Counts are totals of the run, times are means per frame, powers are averages
/// over the run. What does not apply is null. Throws InvariantError where a cycle account does not add up.
[[nodiscard]] Json run_result(const RunFacts& facts);

}  // namespace ngpcsim::app
