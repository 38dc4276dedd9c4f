#pragma once
#include <vector>

#include "models/common/grid_levels.h"
#include "tests/naive/setup.h"

/// The grid of a case in the words of the model's parameter structs.
namespace ngpcsim::contract {

[[nodiscard]] models::EncodingParams encoding_params(const naive::GridSetup& grid);
[[nodiscard]] std::vector<models::GridLevel> grid_levels(const naive::GridSetup& grid);

}  // namespace ngpcsim::contract
