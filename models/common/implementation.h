#pragma once
#include <array>
#include <string_view>

#include "sim/config/describe.h"

namespace ngpcsim::models {

/// Who stands for a block in a run: the model, or its RTL. Both give the same data at the same edges with the same counters, so this is no property of the machine.
enum class Implementation { kModel, kRtl };
inline constexpr std::array<config::Choice<Implementation>, 2> kImplementations{{{Implementation::kModel, "model"}, {Implementation::kRtl, "rtl"}}};

/// What is said of the parameter `implementation` of a block inside the NFP.
inline constexpr std::string_view kImplementationMeaning =
    "how it is simulated: model: as recurrences; rtl: its RTL in rtl/, edge by edge and slowly; the figures are the same";
inline constexpr std::string_view kImplementationSource = "our choice: the faster one";

}  // namespace ngpcsim::models
