#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "tests/equiv/arith/agreement.h"
#include "tests/equiv/arith/subjects.h"

// 10^8 operands for every operation of two or three operands, fewer for those of one, on the RTL; on the model where its arithmetic is its own and not the
// host's.
namespace ngpcsim::equiv {
namespace {

constexpr std::uint64_t kOperands = 100'000'000, kSingleOperands = 20'000'000;

class ArithLong : public testing::TestWithParam<FpOp> {};
class ArithLongUnary : public testing::TestWithParam<FpOp> {};

TEST_P(ArithLong, Rtl) {
  const Agreement agreement = random_agreement(*rtl_arithmetic(), GetParam(), kOperands, 100);
  EXPECT_EQ(agreement.differences(), 0U) << agreement.words();
}

TEST_P(ArithLongUnary, Rtl) {
  const Agreement agreement = random_agreement(*rtl_arithmetic(), GetParam(), kSingleOperands, 200);
  EXPECT_EQ(agreement.differences(), 0U) << agreement.words();
}

TEST(ArithLongModel, Fp16Fma) {
  const Agreement agreement = random_agreement(*model_arithmetic(), FpOp::kFp16Fma, kOperands, 300);
  EXPECT_EQ(agreement.differences(), 0U) << agreement.words();
}

[[nodiscard]] std::string test_name(const testing::TestParamInfo<FpOp>& op) { return std::string(name(op.param)); }

INSTANTIATE_TEST_SUITE_P(Ops, ArithLong,
                         testing::Values(FpOp::kFp16MulFp32, FpOp::kFp16Fma, FpOp::kFp32Add, FpOp::kFp32Sub, FpOp::kFp32Mul, FpOp::kFp32Fma), test_name);
INSTANTIATE_TEST_SUITE_P(Ops, ArithLongUnary, testing::Values(FpOp::kFp32ToFp16, FpOp::kFp32Floor, FpOp::kFp32ToIndex), test_name);

}  // namespace
}  // namespace ngpcsim::equiv
