#include "tests/equiv/arith/subjects.h"

#include <Vfp_unit.h>
#include <verilated.h>

#include <bit>
#include <cmath>

#include "models/common/fp16.h"
#include "rtl/bridge/coverage.h"

namespace ngpcsim::equiv {
namespace {

using models::Fp16;

class RtlArithmetic final : public Arithmetic {
 public:
  RtlArithmetic() {
    unit_.rst_ni = 0;
    unit_.clk_i = 0;
    unit_.eval();
    unit_.rst_ni = 1;
  }
  ~RtlArithmetic() override {
    unit_.final();
    rtl::collect_coverage(context_);
  }
  RtlArithmetic(const RtlArithmetic&) = delete;
  RtlArithmetic& operator=(const RtlArithmetic&) = delete;

  std::uint32_t result(FpOp op, const Operands& operands) override {
    unit_.op_i = static_cast<std::uint8_t>(op);
    unit_.a_i = operands[0];
    unit_.b_i = operands[1];
    unit_.c_i = operands[2];
    unit_.clk_i = 0;
    unit_.eval();
    unit_.clk_i = 1;
    unit_.eval();
    return unit_.result_o;
  }

 private:
  VerilatedContext context_;
  Vfp_unit unit_{&context_};
};

[[nodiscard]] Fp16 fp16_of(std::uint32_t bits) { return Fp16{static_cast<std::uint16_t>(bits)}; }
[[nodiscard]] float fp32_of(std::uint32_t bits) { return std::bit_cast<float>(bits); }
/// Which NaN the host makes is its own affair.
[[nodiscard]] std::uint32_t fp32_bits(float value) { return std::isnan(value) ? kFp32NaNBits : std::bit_cast<std::uint32_t>(value); }

/// As GridCell's lower corner, within the range that its conversion has.
[[nodiscard]] std::uint32_t index_of(float lower) {
  return std::abs(lower) < 0x1p62F ? static_cast<std::uint32_t>(static_cast<std::int64_t>(lower)) : 0;
}

class ModelArithmetic final : public Arithmetic {
 public:
  std::uint32_t result(FpOp op, const Operands& operands) override {
    const auto [a, b, c] = operands;
    switch (op) {
      case FpOp::kFp16ToFp32: return fp32_bits(to_float(fp16_of(a)));
      case FpOp::kFp32ToFp16: return models::to_fp16(static_cast<double>(fp32_of(a))).bits;
      case FpOp::kFp16MulFp32: return fp32_bits(to_float(fp16_of(a)) * to_float(fp16_of(b)));
      case FpOp::kFp16Fma: return fp16_fma(fp16_of(a), fp16_of(b), fp16_of(c)).bits;
      case FpOp::kFp32Add: return fp32_bits(fp32_of(a) + fp32_of(b));
      case FpOp::kFp32Sub: return fp32_bits(fp32_of(a) - fp32_of(b));
      case FpOp::kFp32Mul: return fp32_bits(fp32_of(a) * fp32_of(b));
      case FpOp::kFp32Fma: return fp32_bits(std::fma(fp32_of(a), fp32_of(b), fp32_of(c)));
      case FpOp::kFp32Floor: return fp32_bits(std::floor(fp32_of(a)));
      case FpOp::kFp32ToIndex: return index_of(fp32_of(a));
      case FpOp::kInt8ToFp16: return models::to_fp16(static_cast<std::int8_t>(a) * std::ldexp(1.0, static_cast<std::int8_t>(b))).bits;
      case FpOp::kFp32Relu: return fp32_bits(fp32_of(a) <= 0.0F ? 0.0F : fp32_of(a));
    }
    return 0;
  }
};

}  // namespace

std::unique_ptr<Arithmetic> rtl_arithmetic() { return std::make_unique<RtlArithmetic>(); }
std::unique_ptr<Arithmetic> model_arithmetic() { return std::make_unique<ModelArithmetic>(); }

}  // namespace ngpcsim::equiv
