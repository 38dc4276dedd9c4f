#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "workloads/stream/query_stream.h"

namespace ngpcsim::stream {

/// Rays that were marched to their ends at once, with what the sums of a round do not tell: which look-ups led to which query. It is enough to
/// answer for these rays in any groups and rounds.
struct WholeRays {
  struct Query {
    float x, y, z;
    std::uint32_t probes;           ///< look-ups from the query before it on its ray, or from the ray's begin, to this one
  };
  struct Ray {
    std::uint32_t queries = 0;
    std::uint32_t tail_probes = 0;  ///< look-ups behind its last query
    bool alive = false;             ///< lives when its group begins; a ray that does not has no queries and no look-ups
    bool ends_full = false;         ///< dies with its last query; otherwise in the round after, or when it cannot fill a round
    std::array<float, 3> direction{};
  };

  /// Leaves what it makes room for as it is: queries are written right after.
  template <class Value>
  struct LeaveUnset : std::allocator<Value> {
    template <class Other>
    struct rebind {
      using other = LeaveUnset<Other>;
    };
    template <class Made, class... Args>
    void construct(Made* at, Args&&... args) {
      if constexpr (sizeof...(Args) == 0) ::new (static_cast<void*>(at)) Made;
      else std::construct_at(at, std::forward<Args>(args)...);
    }
  };
  using Queries = std::vector<Query, LeaveUnset<Query>>;

  std::vector<Ray> rays;
  Queries queries;  ///< ray by ray, in the order of the rays
};

/// A group that can tell its rays one by one.
class WholeRayGroup : public RayGroup {
 public:
  /// Marches the next rays of the group, at most `most`, to their ends and appends them to `out`. False, with nothing appended, where all were
  /// given. A group is asked for whole rays or for rounds, never for both.
  [[nodiscard]] virtual bool next_whole(std::size_t most, WholeRays& out) = 0;
};

}  // namespace ngpcsim::stream
