#pragma once
#include <cstdint>
#include <vector>

#include "tests/naive/setup.h"

namespace ngpcsim::naive {

/// What a lane does with a query at its issue stage. `passes` index records are looked up one after the other.
class Unit {
 public:
  /// Edges of one pass: `busy` whatever the banks do, `conflict` on top.
  struct Cost {
    std::uint64_t busy = 1;
    std::uint64_t conflict = 0;
    std::vector<std::uint64_t> per_bank{};  ///< accesses to each bank, `busy` edges each; empty where there are none
  };

  virtual ~Unit() = default;
  [[nodiscard]] virtual unsigned passes() const = 0;
  /// Begins pass `pass` of the query: its cost. Passes of a query come in order, queries too.
  virtual Cost begin(const Query& query, unsigned pass) = 0;
  /// The values of the query, in the order of its passes; functional runs only.
  [[nodiscard]] virtual std::vector<Half> values(const Query& query) const = 0;
};

}  // namespace ngpcsim::naive
