#pragma once
#include <span>
#include <vector>

#include "tests/equiv/encoding/engine_case.h"

/// Cases made by hand around what random ones seldom meet.
namespace ngpcsim::equiv {

/// A case of one network with queries at these positions, offered and taken as fast as can be, each its own batch.
[[nodiscard]] EngineCase directed_case(const naive::GridSetup& grid, naive::BankMap map, bool corner_reuse, Values values, const rtl::Sizes& sizes,
                                       std::vector<std::array<float, 3>> positions);

/// All combinations of these coordinates.
[[nodiscard]] std::vector<std::array<float, 3>> all_positions(std::span<const float> coordinates);

/// Levels of these scales.
[[nodiscard]] naive::GridSetup grid_of(naive::Grid kind, unsigned dims, unsigned features, std::vector<float> scales);

}  // namespace ngpcsim::equiv
