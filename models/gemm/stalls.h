#pragma once
#include <cstdint>
#include <vector>

#include "models/gemm/counters.h"

namespace ngpcsim::models {

/// Steps at consecutive edges.
struct StepRun {
  std::uint64_t edge = 0, steps = 0;
};

/// Until when each reason holds an array's next stream step back (docs/gemm.md, section 4), as edges at which it does so no more.
struct WaitReasons {
  std::uint64_t room = 0;        ///< for its results
  std::uint64_t left = 0;        ///< the fold before has left the array, or its results the columns
  std::uint64_t gate = 0;        ///< its registers are free; 0 where it needs no load
  const std::vector<StepRun>* loads = nullptr;  ///< load steps of its fold; null where it needs none
  std::uint64_t sums = 0;        ///< its partial sums are back
};

/// Charges the edges `from .. to - 1`, at which no step entered, to the first reason that holds at each.
void charge_wait(GemmAccount& account, std::uint64_t from, std::uint64_t to, const WaitReasons& until);

}  // namespace ngpcsim::models
