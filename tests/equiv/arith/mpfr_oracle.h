#pragma once
#include <memory>

#include "tests/equiv/arith/fp_ops.h"

namespace ngpcsim::equiv {

/// The operations by MPFR: the exact result, rounded once to the precision, the exponent range and the subnormals of the format (mpfr_check_range and
/// mpfr_subnormalize). Formats are taken apart and put together here by their definition, with nothing of the model.
[[nodiscard]] std::unique_ptr<Arithmetic> mpfr_arithmetic();

}  // namespace ngpcsim::equiv
