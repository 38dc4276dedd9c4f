#include "tests/equiv/arith/compiler_oracle.h"

#include <bit>
#include <cmath>

namespace ngpcsim::equiv {
namespace {

__extension__ using Half = _Float16;
/// 113 bits and 15 of exponent: a sum of a product of fp16 numbers and another spans 81.
__extension__ using Quad = __float128;

[[nodiscard]] Half half(std::uint32_t bits) { return std::bit_cast<Half>(static_cast<std::uint16_t>(bits)); }
[[nodiscard]] float single(std::uint32_t bits) { return std::bit_cast<float>(bits); }

[[nodiscard]] std::uint32_t bits_of(float value) { return std::isnan(value) ? kFp32NaNBits : std::bit_cast<std::uint32_t>(value); }
[[nodiscard]] std::uint32_t bits_of(Half value) { return value != value ? kFp16NaNBits : std::bit_cast<std::uint16_t>(value); }

}  // namespace

std::uint32_t CompilerArithmetic::result(FpOp op, const Operands& operands) {
  const auto [a, b, c] = operands;
  switch (op) {
    case FpOp::kFp16ToFp32: return bits_of(static_cast<float>(half(a)));
    case FpOp::kFp32ToFp16: return bits_of(static_cast<Half>(single(a)));
    case FpOp::kFp16MulFp32: return bits_of(static_cast<float>(half(a)) * static_cast<float>(half(b)));
    case FpOp::kFp16Fma: return bits_of(static_cast<Half>(static_cast<Quad>(half(a)) * static_cast<Quad>(half(b)) + static_cast<Quad>(half(c))));
    case FpOp::kFp32Add: return bits_of(single(a) + single(b));
    case FpOp::kFp32Sub: return bits_of(single(a) - single(b));
    case FpOp::kFp32Mul: return bits_of(single(a) * single(b));
    case FpOp::kFp32Fma: return bits_of(std::fma(single(a), single(b), single(c)));
    case FpOp::kInt8ToFp16: return bits_of(static_cast<Half>(std::ldexp(static_cast<double>(static_cast<std::int8_t>(a)), static_cast<std::int8_t>(b))));
    case FpOp::kFp32Floor:
    case FpOp::kFp32ToIndex:
    case FpOp::kFp32Relu: break;
  }
  return 0;
}

}  // namespace ngpcsim::equiv
