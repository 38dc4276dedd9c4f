#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "models/nfp/functional_network.h"
#include "models/nfp/online/blocks.h"
#include "sim/base/units.h"

namespace ngpcsim::models {

/// Compares what an NFP gives with the network's values of the same query, bit by bit.
class ValueCheck {
 public:
  /// `encodes_directions`: otherwise the coefficients are zeros, as the join writes them. `network` outlives this object.
  ValueCheck(NfpId nfp, const FunctionalNetwork& network, bool encodes_directions)
      : nfp_(nfp), network_(network), encodes_directions_(encodes_directions), expected_(network.outputs()) {}

  struct Query {
    online::QueryRecord record;
    std::uint64_t launch = 0;
    std::uint64_t number = 0;  ///< within the launch
  };
  /// Throws InvariantError at the first value that differs.
  void compare(const Query& query, std::span<const Fp16> values);

 private:
  NfpId nfp_;
  const FunctionalNetwork& network_;
  bool encodes_directions_;
  std::vector<Fp16> expected_;
};

}  // namespace ngpcsim::models
