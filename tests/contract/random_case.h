#pragma once
#include <cstdint>
#include <string>

#include "tests/naive/setup.h"

/// Seeded random NFPs with random stimuli, over the whole range that the contract allows, small enough to tick every edge.
namespace ngpcsim::contract {

struct Case {
  std::uint64_t seed = 0;
  naive::NfpSetup setup;
  naive::Stimulus stimulus;
};

/// The same seed gives the same case everywhere.
[[nodiscard]] Case random_case(std::uint64_t seed);
/// A case of at most 12 queries with tables and weights, the NeRF network of two MLPs, and values to compare.
[[nodiscard]] Case random_functional_case(std::uint64_t seed);

/// The first `queries` of a case, the last of them closing its batch.
[[nodiscard]] Case shortened(const Case& original, std::size_t queries);

/// One line a person can rebuild the case from.
[[nodiscard]] std::string describe(const Case& c);

}  // namespace ngpcsim::contract
