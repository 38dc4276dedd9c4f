#pragma once
#include <vector>

#include "tests/contract/random_case.h"

namespace ngpcsim::contract {

/// Values the fast model computes for a functional case, per query: L x F features, and the record that leaves the NFP (colour, log density).
struct ModelValues {
  std::vector<std::vector<naive::Half>> features;
  std::vector<std::vector<naive::Half>> outputs;
};

[[nodiscard]] ModelValues model_values(const Case& c);

}  // namespace ngpcsim::contract
