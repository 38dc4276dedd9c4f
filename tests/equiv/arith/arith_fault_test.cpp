#include <bit>
#include <memory>
#include <utility>

#include <gtest/gtest.h>

#include "models/common/fp16.h"
#include "tests/equiv/arith/agreement.h"
#include "tests/equiv/arith/subjects.h"

// The test of the test: the operands reach the places where arithmetic goes wrong, and the comparison sees it.
namespace ngpcsim::equiv {
namespace {

/// The model's arithmetic with a fault in some results.
class Faulty final : public Arithmetic {
 public:
  using Fault = std::uint32_t (*)(FpOp op, const Operands& operands, std::uint32_t right);
  explicit Faulty(Fault fault) : fault_(fault) {}
  std::uint32_t result(FpOp op, const Operands& operands) override { return fault_(op, operands, right_->result(op, operands)); }

 private:
  std::unique_ptr<Arithmetic> right_ = model_arithmetic();
  Fault fault_;
};

[[nodiscard]] std::uint64_t differences(FpOp op, Faulty::Fault fault) {
  Faulty faulty(fault);
  return random_agreement(faulty, op, 100'000, 3).differences();
}

[[nodiscard]] float single(std::uint32_t bits) { return std::bit_cast<float>(bits); }
[[nodiscard]] std::uint32_t bits_of(float value) { return value != value ? kFp32NaNBits : std::bit_cast<std::uint32_t>(value); }

TEST(ArithFault, NoneIsGreen) {
  for (const FpOp op : {FpOp::kFp16Fma, FpOp::kFp32Fma, FpOp::kFp32ToFp16})
    EXPECT_EQ(differences(op, [](FpOp, const Operands&, std::uint32_t right) { return right; }), 0U) << name(op);
}

TEST(ArithFault, TwoRoundingsAreRed) {
  EXPECT_GT(differences(FpOp::kFp32Fma, [](FpOp, const Operands& o, std::uint32_t) { return bits_of(single(o[0]) * single(o[1]) + single(o[2])); }), 100U);
  EXPECT_GT(differences(FpOp::kFp16Fma,
                        [](FpOp, const Operands& o, std::uint32_t) -> std::uint32_t {
                          const auto wide = [](std::uint32_t bits) { return to_float(models::Fp16{static_cast<std::uint16_t>(bits)}); };
                          return models::to_fp16(static_cast<double>(wide(o[0]) * wide(o[1]) + wide(o[2]))).bits;
                        }),
            10U);
}

TEST(ArithFault, TiesAwayFromEvenAreRed) {
  EXPECT_GT(differences(FpOp::kFp32ToFp16,
                        [](FpOp, const Operands& o, std::uint32_t right) {
                          const bool tie_to_even = (o[0] & 0x1FFFU) == 0x1000U && (right & 0x7C00U) != 0 && (right & 0x7C00U) != 0x7C00U;
                          return tie_to_even ? right ^ 1U : right;
                        }),
            100U);
}

TEST(ArithFault, SubnormalsFlushedAreRed) {
  for (const FpOp op : {FpOp::kFp32Add, FpOp::kFp32Mul, FpOp::kFp32Fma}) {
    const auto flush = [](FpOp, const Operands&, std::uint32_t right) { return (right & 0x7F800000U) == 0 ? right & 0x80000000U : right; };
    EXPECT_GT(differences(op, flush), 1000U) << name(op);
  }
}

TEST(ArithFault, SubnormalRoundedUpToNormalIsReached) {
  for (const FpOp op : {FpOp::kFp32Mul, FpOp::kFp32Fma}) {
    const auto wrong = [](FpOp, const Operands&, std::uint32_t right) { return right == 0x00800000U ? right - 1 : right; };
    EXPECT_GT(differences(op, wrong), 0U) << name(op);
  }
}

TEST(ArithFault, SignOfZeroAndOtherNaNAreRed) {
  for (const FpOp op : {FpOp::kFp32Add, FpOp::kFp32Mul, FpOp::kFp32Fma}) {
    EXPECT_GT(differences(op, [](FpOp, const Operands&, std::uint32_t right) { return right == 0x80000000U ? 0 : right; }), 10U) << name(op);
    EXPECT_GT(differences(op, [](FpOp, const Operands&, std::uint32_t right) { return right == kFp32NaNBits ? right + 1 : right; }), 100U) << name(op);
  }
}

TEST(ArithFault, OverflowToTheLargestNumberIsRed) {
  for (const FpOp op : {FpOp::kFp32Add, FpOp::kFp32Mul, FpOp::kFp32Fma}) {
    const auto saturate = [](FpOp, const Operands& o, std::uint32_t right) {
      const bool finite = (o[0] & 0x7F800000U) != 0x7F800000U && (o[1] & 0x7F800000U) != 0x7F800000U && (o[2] & 0x7F800000U) != 0x7F800000U;
      return finite && (right & 0x7FFFFFFFU) == 0x7F800000U ? right - 1 : right;
    };
    EXPECT_GT(differences(op, saturate), 100U) << name(op);
  }
}

}  // namespace
}  // namespace ngpcsim::equiv
