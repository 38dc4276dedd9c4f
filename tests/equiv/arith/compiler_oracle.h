#pragma once
#include <memory>

#include "tests/equiv/arith/fp_ops.h"

namespace ngpcsim::equiv {

/// The operations by the compiler's own _Float16, float and quadruple precision: conversions in its run-time library, arithmetic where its result is exact or
/// rounded once. Not the ones that no type has: `has` tells.
class CompilerArithmetic final : public Arithmetic {
 public:
  [[nodiscard]] static constexpr bool has(FpOp op) { return op != FpOp::kFp32ToIndex && op != FpOp::kFp32Floor && op != FpOp::kFp32Relu; }
  [[nodiscard]] std::uint32_t result(FpOp op, const Operands& operands) override;
};

}  // namespace ngpcsim::equiv
