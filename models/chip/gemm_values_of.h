#pragma once
#include "models/chip/params.h"
#include "models/gemm/gemm_values.h"
#include "workloads/stream/gemm_list.h"

namespace ngpcsim::models {

/// In which order a chip adds the products of `gemm`: its dataflow, its rows, and how it splits K.
[[nodiscard]] GemmValueSetup gemm_value_setup(const ChipParams& chip, const stream::Gemm& gemm);

}  // namespace ngpcsim::models
