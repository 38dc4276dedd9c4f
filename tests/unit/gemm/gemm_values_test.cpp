// Values of a multiplication: roundings, wrapping, the order of additions.
#include "models/gemm/gemm_values.h"

#include <bit>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "models/common/fp16.h"
#include "models/gemm/bf16.h"
#include "models/gemm/value_kernels.h"
#include "sim/base/rng.h"
#include "tests/naive/gemm_number.h"

namespace ngpcsim::models {
namespace {

GemmElements constant(std::uint16_t a, std::uint16_t b) {
  return [a, b](Operand operand, std::uint64_t, std::uint64_t, std::uint64_t) { return operand == Operand::kA ? a : b; };
}

GemmValueSetup in_order(std::uint64_t k) { return {.dataflow = Dataflow::kSystolicOs, .rows = 4, .k_parts = {k}}; }

/// Ties go to even, in both directions; a carry moves into the exponent; subnormals stay; the largest becomes infinity.
TEST(Bf16, Rounding) {
  const auto rounded = [](std::uint32_t bits) { return to_bf16(std::bit_cast<float>(bits)); };
  EXPECT_EQ(rounded(0x3F808000), 0x3F80);
  EXPECT_EQ(rounded(0x3F818000), 0x3F82);
  EXPECT_EQ(rounded(0x3F808001), 0x3F81);
  EXPECT_EQ(rounded(0x3F7FFFFF), 0x3F80);
  EXPECT_EQ(rounded(0x00008000), 0x0000);
  EXPECT_EQ(rounded(0x00018000), 0x0002);
  EXPECT_EQ(rounded(0x80000001), 0x8000);
  EXPECT_EQ(rounded(0x7F7FFFFF), 0x7F80);
  EXPECT_EQ(rounded(0xFF800000), 0xFF80);
  EXPECT_EQ(rounded(0xFFC00001), 0x7FC0);
  EXPECT_EQ(rounded(0x7F800001), 0x7FC0);
  Rng rng(5);
  for (int n = 0; n < 200'000; ++n) {
    const auto bits = static_cast<std::uint32_t>(rng.next());
    const float value = std::bit_cast<float>(n % 2 == 0 ? bits : (bits & 0xFFFF8000) | (bits & 1));
    if (!std::isfinite(value)) continue;
    ASSERT_EQ(to_bf16(value), naive::to_bf16(value)) << std::bit_cast<std::uint32_t>(value);
  }
}

/// -128 x -128 = 2^14, and 2^18 of them are 2^32: the sum wraps to 0; one less gives -2^14.
TEST(GemmValues, Int8WrapsAt32Bits) {
  const auto value = [](std::uint64_t k) {
    const stream::Gemm gemm{.name = {}, .m = 1, .n = 1, .k = k, .batch = 1, .type = stream::OperandType::kInt8};
    return gemm_results(in_order(k), gemm, constant(0x80, 0x80))[0];
  };
  EXPECT_EQ(value(1 << 18), 0u);
  EXPECT_EQ(value((1 << 18) - 1), 0xFFFFC000u);
}

/// 1 + 2^-24 + 2^-24 - 1, in three orders.
TEST(GemmValues, OrderOfAdditions) {
  const stream::Gemm fp16{.name = {}, .m = 1, .n = 1, .k = 4, .batch = 1, .type = stream::OperandType::kFp16};
  const auto elements = [](Operand operand, std::uint64_t, std::uint64_t, std::uint64_t at) -> std::uint16_t {
    if (operand == Operand::kB) return 0x3C00;
    return std::array<std::uint16_t, 4>{0x3C00, 0x0001, 0x0001, 0xBC00}[at];  // 1, 2^-24, 2^-24, -1
  };
  EXPECT_EQ(gemm_results(in_order(4), fp16, elements)[0], 0x0000) << "each 2^-24 is lost beside 1: it ties to even";
  EXPECT_EQ(gemm_results({.dataflow = Dataflow::kSystolicOs, .rows = 4, .k_parts = {1, 2, 1}}, fp16, elements)[0], 0x0002) << "1 + 2^-23 - 1";
  EXPECT_EQ(gemm_results({.dataflow = Dataflow::kBroadcast, .rows = 2, .k_parts = {4}}, fp16, elements)[0], 0x0001)
      << "(1 + 2^-24) is 1, and (2^-24 - 1) is exact";
}

/// The kernel's tree against pairs added level by level, for every number of leaves in use.
TEST(GemmValues, TreeIsBalanced) {
  Rng rng(9);
  for (const std::size_t leaves : {1u, 2u, 4u, 8u, 32u})
    for (std::size_t depth = 1; depth <= leaves; ++depth) {
      std::vector<float> a(depth), b(depth * kValueLanes);
      for (float& value : a) value = rng.unit() - 0.5f;
      for (float& value : b) value = rng.below(8) == 0 ? -0.0f : (rng.unit() - 0.5f) * std::ldexp(1.0f, static_cast<int>(rng.below(30)));
      std::array<float, kValueLanes> sums;
      add_in_tree(sums.data(), a.data(), b.data(), depth, leaves);
      for (std::size_t lane = 0; lane < kValueLanes; ++lane) {
        std::vector<float> tree(leaves, 0.0f);
        for (std::size_t k = 0; k < depth; ++k) tree[k] = a[k] * b[k * kValueLanes + lane];
        for (std::size_t count = leaves; count > 1; count /= 2)
          for (std::size_t n = 0; n < count / 2; ++n) tree[n] = tree[2 * n] + tree[2 * n + 1];
        ASSERT_EQ(std::bit_cast<std::uint32_t>(sums[lane]), std::bit_cast<std::uint32_t>(tree[0])) << depth << " of " << leaves;
      }
    }
}

/// All systolic dataflows give the same bits; blocks and panels leave no seam; the digest names the values, not the way to them.
TEST(GemmValues, SystolicDataflowsAgree) {
  for (const stream::OperandType type : {stream::OperandType::kInt8, stream::OperandType::kFp16, stream::OperandType::kBf16}) {
    const stream::Gemm gemm{.name = {}, .m = 70, .n = 131, .k = 1100, .batch = 2, .type = type};
    const GemmElements elements = synthetic_elements(gemm, 3, 1);
    const auto with = [&](Dataflow dataflow) { return GemmValueSetup{.dataflow = dataflow, .rows = 16, .k_parts = {gemm.k}}; };
    const std::vector<std::uint32_t> os = gemm_results(with(Dataflow::kSystolicOs), gemm, elements);
    EXPECT_EQ(os, gemm_results(with(Dataflow::kSystolicWs), gemm, elements));
    EXPECT_EQ(gemm_digest(with(Dataflow::kSystolicOs), gemm, elements), gemm_digest(with(Dataflow::kSystolicIs), gemm, elements));
    const bool same = gemm_digest(with(Dataflow::kSystolicOs), gemm, elements) == gemm_digest(with(Dataflow::kBroadcast), gemm, elements);
    EXPECT_EQ(same, type == stream::OperandType::kInt8);
    EXPECT_NE(gemm_digest(with(Dataflow::kSystolicOs), gemm, elements), gemm_digest(with(Dataflow::kSystolicOs), gemm, synthetic_elements(gemm, 3, 2)));
    EXPECT_NE(gemm_digest(with(Dataflow::kSystolicOs), gemm, elements), gemm_digest(with(Dataflow::kSystolicOs), gemm, synthetic_elements(gemm, 4, 1)));
    // One result by hand: row 69, column 130 of the second member.
    naive::GemmNumber sum;
    const auto naive_type = static_cast<naive::GemmType>(type);
    for (std::uint64_t k = 0; k < gemm.k; ++k)
      sum = naive::sum(
          naive_type, sum,
          naive::product(naive_type, naive::decode(naive_type, elements(Operand::kA, 1, 69, k)), naive::decode(naive_type, elements(Operand::kB, 1, 130, k))));
    EXPECT_EQ(os.back(), naive::encode(naive_type, sum));
  }
}

}  // namespace
}  // namespace ngpcsim::models
