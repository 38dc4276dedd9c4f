#pragma once
#include <memory>

#include "tests/equiv/arith/fp_ops.h"

/// What is tested: the two implementations of the datapath's arithmetic.
namespace ngpcsim::equiv {

/// rtl/common/fp_pkg.sv, through fp_unit.sv.
[[nodiscard]] std::unique_ptr<Arithmetic> rtl_arithmetic();

/// What the model calls: models/common/fp16.h, and for fp32 the host's float and std::fma.
[[nodiscard]] std::unique_ptr<Arithmetic> model_arithmetic();

}  // namespace ngpcsim::equiv
