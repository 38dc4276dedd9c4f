#include <memory>
#include <string>
#include <tuple>

#include <gtest/gtest.h>

#include "tests/equiv/arith/agreement.h"
#include "tests/equiv/arith/subjects.h"

// The arithmetic of RTL and model against MPFR and the compiler.
namespace ngpcsim::equiv {
namespace {

constexpr std::uint64_t kOperands = 1'000'000;

enum class Subject : std::uint8_t { kRtl, kModel };

class Arith : public testing::TestWithParam<std::tuple<Subject, FpOp>> {
 protected:
  std::unique_ptr<Arithmetic> subject_ = std::get<0>(GetParam()) == Subject::kRtl ? rtl_arithmetic() : model_arithmetic();
  FpOp op_ = std::get<1>(GetParam());
};

TEST_P(Arith, RandomOperands) {
  const Agreement agreement = random_agreement(*subject_, op_, kOperands, 1);
  EXPECT_EQ(agreement.differences(), 0U) << agreement.words();
}

class ArithAllHalves : public Arith {};

TEST_P(ArithAllHalves, AllOperands) {
  const Agreement agreement = exhaustive_agreement(*subject_, op_);
  EXPECT_EQ(agreement.differences(), 0U) << agreement.words();
}

[[nodiscard]] std::string test_name(const testing::TestParamInfo<std::tuple<Subject, FpOp>>& info) {
  const auto [subject, op] = info.param;
  return (subject == Subject::kRtl ? "rtl_" : "model_") + std::string(name(op));
}

[[nodiscard]] auto both() { return testing::Values(Subject::kRtl, Subject::kModel); }

INSTANTIATE_TEST_SUITE_P(Ops, Arith,
                         testing::Combine(both(), testing::Values(FpOp::kFp32ToFp16, FpOp::kFp16MulFp32, FpOp::kFp16Fma, FpOp::kFp32Add, FpOp::kFp32Sub,
                                                                  FpOp::kFp32Mul, FpOp::kFp32Fma, FpOp::kFp32Floor, FpOp::kFp32ToIndex, FpOp::kFp32Relu)),
                         test_name);
INSTANTIATE_TEST_SUITE_P(Ops, ArithAllHalves, testing::Combine(both(), testing::Values(FpOp::kFp16ToFp32, FpOp::kFp32ToFp16, FpOp::kInt8ToFp16)), test_name);

}  // namespace
}  // namespace ngpcsim::equiv
