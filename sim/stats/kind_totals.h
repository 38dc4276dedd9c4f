#pragma once
#include <cstdint>
#include <vector>

#include "sim/stats/stat_group.h"

namespace ngpcsim::stats {

/// The statistics of all blocks of one kind, added up; instances of other kinds inside them are not part of it.
struct KindTotal {
  StatGroup sum;  ///< its name and kind are the kind
  std::uint64_t instances = 0;
};

/// Every kind of the tree in order of first appearance, outer blocks before what they contain.
[[nodiscard]] std::vector<KindTotal> sum_by_kind(const StatGroup& root);

}  // namespace ngpcsim::stats
