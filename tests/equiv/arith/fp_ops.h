#pragma once
#include <array>
#include <cstdint>
#include <string_view>

/// The operations of the datapath (docs/timing.md, section 5; rtl/common/fp_pkg.sv), as bits to bits. fp16 numbers, int8 codes and exponents sit in the low
/// bits of an operand.
namespace ngpcsim::equiv {

/// In the order of fp_unit.sv.
enum class FpOp : std::uint8_t {
  kFp16ToFp32,
  kFp32ToFp16,
  kFp16MulFp32,
  kFp16Fma,
  kFp32Add,
  kFp32Sub,
  kFp32Mul,
  kFp32Fma,
  kFp32Floor,
  kFp32ToIndex,
  kInt8ToFp16,
  kFp32Relu
};

inline constexpr std::array<std::string_view, 12> kFpOpNames{"fp16_to_fp32", "fp32_to_fp16", "fp16_mul_fp32", "fp16_fma",     "fp32_add",     "fp32_sub",
                                                             "fp32_mul",     "fp32_fma",     "fp32_floor",    "fp32_to_index", "int8_to_fp16", "fp32_relu"};

[[nodiscard]] constexpr std::string_view name(FpOp op) { return kFpOpNames[static_cast<std::size_t>(op)]; }

using Operands = std::array<std::uint32_t, 3>;

/// Whoever computes: RTL, model, or an oracle.
class Arithmetic {
 public:
  virtual ~Arithmetic() = default;
  [[nodiscard]] virtual std::uint32_t result(FpOp op, const Operands& operands) = 0;
};

inline constexpr std::uint32_t kFp16NaNBits = 0x7E00, kFp32NaNBits = 0x7FC00000;

}  // namespace ngpcsim::equiv
