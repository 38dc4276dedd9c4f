#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "models/mlp_engine/mlp_values.h"
#include "rtl/bridge/mlp_program.h"
#include "tests/contract/random_case.h"
#include "tests/equiv/mlp/mlp_lockstep.h"

/// Random networks and stimuli for a build of the MLP engine: sizes are those of the build, everything that sits in registers is random. The same seed and
/// sizes give the same case everywhere.
namespace ngpcsim::equiv {

/// Any chain of layers that the registers can state: down to one phase in all, with or without the direction and the density anywhere.
struct ChainCase {
  std::uint64_t seed = 0;
  std::vector<rtl::MlpProgramLayer> layers;
  std::vector<std::unique_ptr<models::MlpLayer>> weights;  ///< what the layers point to
  bool double_buffering = false;
  MlpStimulus stimulus;
};
[[nodiscard]] ChainCase chain_case(std::uint64_t seed, const rtl::MlpSizes& sizes);

/// The two networks of a NeRF, as a chip has them; only the parts of `nfp` that the MLP engine sees matter.
struct NerfCase {
  contract::Case nfp;
  MlpStimulus stimulus;
};
[[nodiscard]] NerfCase nerf_case(std::uint64_t seed, const rtl::MlpSizes& sizes);

/// One line a person can rebuild the case from.
[[nodiscard]] std::string describe(const ChainCase& c);

}  // namespace ngpcsim::equiv
