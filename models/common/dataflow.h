#pragma once
#include <array>

#include "sim/config/describe.h"

namespace ngpcsim::models {

/// How operands move in the array. Networks run in `broadcast`, one matrix-vector step per cycle; GEMM lists in any (docs/gemm.md).
enum class Dataflow { kBroadcast, kSystolicOs, kSystolicWs, kSystolicIs };
inline constexpr std::array<config::Choice<Dataflow>, 4> kDataflows{
    {{Dataflow::kBroadcast, "broadcast"}, {Dataflow::kSystolicOs, "systolic_os"}, {Dataflow::kSystolicWs, "systolic_ws"}, {Dataflow::kSystolicIs, "systolic_is"}}};

}  // namespace ngpcsim::models
