#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "tests/naive/unit.h"

namespace ngpcsim::naive {

/// The passes that stand at the banks of one engine, oldest first (docs/timing.md, 2.1.1). At an edge a pass may come in, then every bank works for the oldest
/// pass that still needs it, and the oldest of all leaves when its accesses are made and it has had its `busy` edges.
class Window {
 public:
  explicit Window(std::size_t places) : places_(places) {}

  /// As the last edge left it.
  [[nodiscard]] bool has_place() const { return passes_.size() < places_; }
  void enter(std::size_t query, unsigned pass, Unit::Cost cost);

  struct Edge {
    bool waiting = true;  ///< nobody stands here
    bool busy = false;    ///< of the oldest pass this edge is one of the first `busy`; otherwise it is a conflict
    struct Leaving {
      std::size_t query;
      unsigned pass;
    };
    std::optional<Leaving> leaving{};
  };
  /// Behind `enter`, the rest of the edge.
  [[nodiscard]] Edge work();

 private:
  struct Pass {
    std::size_t query;
    unsigned pass;
    std::uint64_t busy;
    std::vector<std::uint64_t> bank_edges;  ///< that each bank still has to work
    std::uint64_t as_oldest = 0;            ///< edges spent as the oldest
  };

  std::size_t places_;
  std::deque<Pass> passes_;
};

}  // namespace ngpcsim::naive
