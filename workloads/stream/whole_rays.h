#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "workloads/stream/query_stream.h"

namespace ngpcsim::stream {

/// Rays that were marched to their ends at once, with what the sums of a round do not tell: which look-ups led to which query. It is enough to
/// answer for these rays in any groups and rounds.
struct WholeRays {
  struct Query {
    float x = 0.0f, y = 0.0f, z = 0.0f;
    std::uint32_t probes = 0;       ///< look-ups from the query before it on its ray, or from the ray's begin, to this one
  };
  struct Ray {
    std::uint32_t queries = 0;
    std::uint32_t tail_probes = 0;  ///< look-ups behind its last query
    bool alive = false;             ///< lives when its group begins; a ray that does not has no queries and no look-ups
    bool ends_full = false;         ///< dies with its last query; otherwise in the round after, or when it cannot fill a round
    std::array<float, 3> direction{};
  };

  std::vector<Ray> rays;
  std::vector<Query> queries;  ///< ray by ray, in the order of the rays
};

/// A group that can tell its rays one by one.
class WholeRayGroup : public RayGroup {
 public:
  /// Marches all rays of a group that no round was asked of to their ends and appends them to `out`. No ray lives afterwards.
  virtual void march_whole(WholeRays& out) = 0;
};

}  // namespace ngpcsim::stream
