#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "tests/equiv/lockstep.h"

/// Seeded random streams of directions. Queries of one ray have one direction, as in a launch of the host; ray numbers are few, so that they come again in
/// other launches and behind other rays.
namespace ngpcsim::equiv {

struct DirectionCase {
  std::uint64_t seed = 0;
  bool per_ray = true;
  LaneStimulus stimulus;
};

/// The same seed gives the same case everywhere.
[[nodiscard]] DirectionCase random_direction_case(std::uint64_t seed);

/// Every triple of numbers at which fp32 or fp16 arithmetic changes its ways, each a ray of its own.
[[nodiscard]] DirectionCase special_directions();

/// One line a person can rebuild the case from.
[[nodiscard]] std::string describe(const DirectionCase& c);

}  // namespace ngpcsim::equiv
