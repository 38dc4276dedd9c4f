#pragma once
#include <string>

#include "sim/app/json.h"

namespace ngpcsim::app {

/// What limits the frame, in words; empty where the result has no frame. The host when its kernels run longer than the NGPC; otherwise the
/// part of the NGPC that is occupied for the largest share of its cycles: encoding engines by accesses and conflicts, MLP engines by steps and
/// waits of their own (weights, dependency), memory by transfers.
[[nodiscard]] std::string bottleneck_text(const Json& result);

}  // namespace ngpcsim::app
