#include "tests/equiv/arith/agreement.h"

#include <fmt/format.h>

#include "tests/equiv/arith/compiler_oracle.h"
#include "tests/equiv/arith/mpfr_oracle.h"
#include "tests/equiv/arith/operands.h"

namespace ngpcsim::equiv {
namespace {

constexpr std::uint64_t kEnough = 5;

struct Oracles {
  std::unique_ptr<Arithmetic> mpfr = mpfr_arithmetic();
  CompilerArithmetic compiler;
};

/// fp32 numbers whose fp16 value changes: the bits of an fp16 number above those that fp32 has more, 13 where fp16 is normal.
void compare_around(Agreement& agreement, Arithmetic& subject, std::uint32_t wide) {
  for (std::uint32_t offset = 0; offset < 5; ++offset) agreement.compare(subject, FpOp::kFp32ToFp16, {wide + offset - 2, 0, 0});
}

}  // namespace

void Agreement::compare(Arithmetic& subject, FpOp op, const Operands& operands) {
  static Oracles oracles;
  const std::uint32_t found = subject.result(op, operands);
  const auto expect = [&](const char* oracle, std::uint32_t expected) {
    if (found == expected) return;
    if (++differences_ > kEnough) return;
    const auto [a, b, c] = operands;
    words_ += fmt::format("{}({:#010x}, {:#010x}, {:#010x}) is {:#010x}, {}: {:#010x}\n", name(op), a, b, c, found, oracle, expected);
  };
  expect("MPFR", oracles.mpfr->result(op, operands));
  if (CompilerArithmetic::has(op)) expect("compiler", oracles.compiler.result(op, operands));
}

Agreement random_agreement(Arithmetic& subject, FpOp op, std::uint64_t count, std::uint64_t seed) {
  Agreement agreement;
  Rng rng(mix64(seed));
  for (std::uint64_t i = 0; i < count; ++i) agreement.compare(subject, op, random_operands(rng, op));
  return agreement;
}

Agreement exhaustive_agreement(Arithmetic& subject, FpOp op) {
  Agreement agreement;
  const std::unique_ptr<Arithmetic> mpfr = mpfr_arithmetic();
  for (std::uint32_t a = 0; a < 0x10000; ++a) {
    if (op == FpOp::kInt8ToFp16) {
      agreement.compare(subject, op, {a & 0xFF, a >> 8, 0});
    } else if (op == FpOp::kFp16ToFp32) {
      agreement.compare(subject, op, {a, 0, 0});
    } else {
      // The number itself, and the midpoint to the next: half a unit in the last place of fp16, which stays 2^-24 where it is subnormal.
      const std::uint32_t wide = mpfr->result(FpOp::kFp16ToFp32, {a, 0, 0}), field = a >> 10 & 0x1F;
      const std::uint32_t half_unit = field == 0 ? 0x33000000u : (field + 101u) << 23;
      compare_around(agreement, subject, wide);
      compare_around(agreement, subject, mpfr->result(FpOp::kFp32Add, {wide, half_unit | (a & 0x8000u) << 16, 0}));
    }
  }
  return agreement;
}

}  // namespace ngpcsim::equiv
