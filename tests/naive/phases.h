#pragma once
#include <cstddef>
#include <vector>

#include "tests/naive/setup.h"

namespace ngpcsim::naive {

/// One array tile of one layer (docs/timing.md, section 2.3): inputs `row0 ..` and neurons `col0 ..` of the padded layer.
struct Phase {
  std::size_t layer = 0;
  unsigned row0 = 0;
  unsigned col0 = 0;
  unsigned rows = 0;              ///< a, padded
  unsigned cols = 0;              ///< b, padded
  std::uint64_t useful = 0;       ///< multiplications of unpadded inputs and neurons, per query
  unsigned pack = 1;              ///< queries per step
  std::uint64_t load_edges = 1;   ///< W
};

[[nodiscard]] std::vector<Phase> lower(const MlpSetup& mlp);

}  // namespace ngpcsim::naive
