#pragma once
#include <cstdint>

#include "models/common/feature_type.h"
#include "rtl/bridge/sizes.h"
#include "tests/contract/random_case.h"

/// Random NFPs for a Verilated build: sizes are those of the build, everything that sits in run-time registers is random.
namespace ngpcsim::equiv {

/// A functional case, the same everywhere for the same seed and sizes. One in eight has no direction encoder; its outputs then mean nothing.
[[nodiscard]] contract::Case sized_case(std::uint64_t seed, const rtl::Sizes& sizes);

/// Gives a set-up the sizes of a build and whatever else the RTL fixes; levels, features, table contents and layers stay.
void apply_sizes(naive::NfpSetup& setup, const rtl::Sizes& sizes);

/// As `FeatureBits` says.
[[nodiscard]] models::FeatureType feature_type(const rtl::Sizes& sizes);

}  // namespace ngpcsim::equiv
