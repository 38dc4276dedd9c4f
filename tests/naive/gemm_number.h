#pragma once
#include <cstdint>

#include "tests/naive/gemm_setup.h"

/// Numbers of the operands and sums, by section 6 of docs/gemm.md.
namespace ngpcsim::naive {

/// An operand or a sum: fp32 for fp16 and bf16, 32 bits that wrap for int8.
struct GemmNumber {
  float real = 0.0F;
  std::uint32_t whole = 0;
};

/// The operand that `bits` are.
[[nodiscard]] GemmNumber decode(GemmType type, std::uint16_t bits);
[[nodiscard]] GemmNumber product(GemmType type, GemmNumber a, GemmNumber b);
[[nodiscard]] GemmNumber sum(GemmType type, GemmNumber a, GemmNumber b);
/// The bits of a result: rounded to the type of the operands, int8 gives int32.
[[nodiscard]] std::uint32_t encode(GemmType type, GemmNumber value);
/// fp32 to bfloat16, nearest even.
[[nodiscard]] std::uint16_t to_bf16(float value);

}  // namespace ngpcsim::naive
