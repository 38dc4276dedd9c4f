#pragma once
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "models/nfp/online/blocks.h"
#include "tests/naive/setup.h"

/// Two implementations of one lane in lockstep: the same queries under the same valid and ready, which are functions of the edge and a seed only, and after
/// every edge the same handshakes, values, events and counters.
namespace ngpcsim::equiv {

struct LaneStimulus {
  std::uint64_t seed = 0;  ///< of the edges at which counters are compared
  std::vector<models::online::QueryRecord> queries;
  naive::Gate valid;
  naive::Gate ready;
  std::vector<std::size_t> loads;  ///< in order: before these queries the lanes run empty and are told that their tables were loaded
  std::uint64_t stop_after = std::numeric_limits<std::uint64_t>::max();  ///< edges: the rest of the queries is left where it is
};

/// What a test compares beyond the interface. Both say the difference in words, or "".
struct LaneHooks {
  std::function<std::string(std::size_t query)> at_take;  ///< while the query is at the head of both lanes, before the edge that takes it
  std::function<std::string()> counters;                  ///< whenever counters are compared
};

struct LockstepResult {
  std::string difference;  ///< the first, in words; "": none
  std::uint64_t edges = 0;
  std::size_t taken = 0;
};

/// Runs both lanes from edge 0 until every query has been taken and some idle edges more. Lanes are compared with `expected`.
[[nodiscard]] LockstepResult lockstep(models::online::EngineLane& expected, models::online::EngineLane& actual, const LaneStimulus& stimulus,
                                      const LaneHooks& hooks = {});
[[nodiscard]] LockstepResult lockstep(models::online::DirectionLane& expected, models::online::DirectionLane& actual, const LaneStimulus& stimulus,
                                      const LaneHooks& hooks = {});

}  // namespace ngpcsim::equiv
