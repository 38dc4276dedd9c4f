#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tests/equiv/mlp/mlp_build.h"

/// Model against RTL on one random case: the first difference and the case it was found on, or "".
namespace ngpcsim::equiv {

/// What the model of a chain is made from.
struct ChainModel {
  std::vector<rtl::MlpProgramLayer> layers;
  bool double_buffering = false;
  rtl::MlpSizes sizes;
};

struct ChainOptions {
  bool from_reset_in_flight = false;           ///< another run comes first and is cut off by reset somewhere
  std::function<void(ChainModel&)> plant = {};  ///< makes the model another one than the RTL: for the test of the test
};

/// chain_case(seed).
[[nodiscard]] std::string chain_difference(std::uint64_t seed, const MlpBuild& build, const ChainOptions& options = {});
/// nerf_case(seed), both engines made for a chip.
[[nodiscard]] std::string nerf_difference(std::uint64_t seed, const MlpBuild& build);

}  // namespace ngpcsim::equiv
