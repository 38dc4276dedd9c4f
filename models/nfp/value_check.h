#pragma once
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "models/nfp/functional_network.h"
#include "models/nfp/online/blocks.h"
#include "sim/base/units.h"

namespace ngpcsim::models {

/// Compares what an NFP gives with the network's values of the same query, bit by bit. These are worked out for all queries in flight at once, when the first of
/// them leaves.
class ValueCheck {
 public:
  /// `encodes_directions`: otherwise the coefficients are zeros, as the join writes them. `network` outlives this object.
  ValueCheck(NfpId nfp, const FunctionalNetwork& network, bool encodes_directions)
      : nfp_(nfp), network_(network), encodes_directions_(encodes_directions) {}

  struct Query {
    online::QueryRecord record;
    std::uint64_t launch = 0;
    std::uint64_t number = 0;  ///< within the launch
  };
  /// A query that enters. Queries leave in this order.
  void enter(const Query& query) { queries_.push_back(query); }
  /// The oldest leaves: without values nothing is compared. Throws InvariantError at the first value that differs.
  void leave(std::span<const Fp16> values);

 private:
  void evaluate();

  NfpId nfp_;
  const FunctionalNetwork& network_;
  bool encodes_directions_;
  std::deque<Query> queries_;   ///< in flight
  std::vector<Fp16> expected_;  ///< of the queries in flight when it was worked out
  std::size_t compared_ = 0;    ///< of these
};

}  // namespace ngpcsim::models
