#pragma once
#include <string>
#include <vector>

#include "models/nfp/online/blocks.h"
#include "tests/naive/setup.h"

namespace ngpcsim::equiv {

/// What both engines are given: a query is offered from an edge at which `valid` is open until it joins, an output is taken where `ready` is open. Both are
/// functions of the edge, never of what an engine does.
struct MlpStimulus {
  std::vector<models::online::JoinedQuery> queries;
  naive::Gate valid;
  naive::Gate ready;
  std::uint64_t idle_edges = 0;  ///< after the last output
};

/// Clocks a model and its RTL side by side and compares ready, valid, the bits of the values, steps, and all counters at every edge. Returns the first
/// difference in words, or "".
[[nodiscard]] std::string mlp_lockstep(models::online::MlpEngine& model, models::online::MlpEngine& rtl, const MlpStimulus& stimulus);

/// Drives one engine for a number of edges, from edge 0, and leaves it there.
void mlp_drive(models::online::MlpEngine& engine, const MlpStimulus& stimulus, std::uint64_t edges);

}  // namespace ngpcsim::equiv
