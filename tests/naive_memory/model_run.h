#pragma once
#include <vector>

#include "tests/naive_memory/result.h"
#include "tests/naive_memory/setup.h"

namespace ngpcsim::naive_memory {

/// How the model is driven; no choice may change what it gives.
enum class Stepping { kWhereItAsks, kEveryEdge };
enum class Offering {
  kAtTheirEdges,  ///< each before the step of its edge, sources in order of number
  kReversed,      ///< those of an edge from the last source to the first
  kAtOnce,        ///< all before the first step
};

/// A run of models/hierarchy in front of stubs. The requests are in order of their edges.
[[nodiscard]] Result run_model(const MemorySetup& setup, const std::vector<Request>& requests, Stepping stepping = Stepping::kWhereItAsks,
                               Offering offering = Offering::kAtTheirEdges);

}  // namespace ngpcsim::naive_memory
