#pragma once
#include <cstdint>
#include <memory>
#include <string>

#include "models/nfp/nfp_model.h"
#include "rtl/bridge/build.h"
#include "rtl/bridge/direction_encoder_block.h"
#include "tests/equiv/direction/direction_case.h"

namespace ngpcsim::equiv {

/// A direction encoder of the sizes of a build, and an NFP with it.
[[nodiscard]] naive::DirectionSetup direction_setup(const rtl::Sizes& sizes, bool per_ray);
[[nodiscard]] models::NfpModel direction_model(const naive::DirectionSetup& setup);

/// The block of a build, running. `model` outlives it.
[[nodiscard]] std::unique_ptr<rtl::RtlDirectionLane> direction_rtl(const models::NfpModel& model, const rtl::Build& build, std::uint64_t power_up_seed);

/// Runs a case through RTL and model in lockstep: the first difference and the case, in words, or "".
[[nodiscard]] std::string direction_difference(const DirectionCase& c, const rtl::Build& build);

/// Of the random cases first .. first + count - 1, those that differ, in words: the first few of them.
[[nodiscard]] std::string direction_differences(std::uint64_t first, std::uint64_t count, const rtl::Build& build);

}  // namespace ngpcsim::equiv
