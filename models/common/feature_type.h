#pragma once
#include <array>
#include <cstdint>

#include "sim/config/describe.h"

namespace ngpcsim::models {

/// How a feature is stored in a table.
enum class FeatureType { kInt8, kFp16 };
inline constexpr std::array<config::Choice<FeatureType>, 2> kFeatureTypes{
    {{FeatureType::kInt8, "int8"}, {FeatureType::kFp16, "fp16"}}};

[[nodiscard]] constexpr std::uint32_t bytes_of(FeatureType type) { return type == FeatureType::kInt8 ? 1 : 2; }

}  // namespace ngpcsim::models
