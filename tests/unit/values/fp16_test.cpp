#include "models/common/fp16.h"

#include <gtest/gtest.h>
#include <mpfr.h>

#include <cmath>
#include <limits>
#include <vector>

#include "sim/base/rng.h"

namespace ngpcsim::models {
namespace {

static_assert(to_fp16(1.0).bits == 0x3C00 && to_fp16(-2.0).bits == 0xC000 && to_fp16(65504.0).bits == 0x7BFF);
static_assert(fp16_fma(Fp16{0x3C00}, Fp16{0x4000}, Fp16{0x3C00}).bits == 0x4200, "1 x 2 + 1 = 3");

/// The compiler's own half type: __extendhfsf2 and __truncsfhf2 of libgcc, or F16C.
float compiler_widen(std::uint16_t bits) { return static_cast<float>(std::bit_cast<_Float16>(bits)); }
std::uint16_t compiler_narrow(float value) { return std::bit_cast<std::uint16_t>(static_cast<_Float16>(value)); }

TEST(Fp16, WidensEveryPatternLikeTheCompiler) {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    const Fp16 half{static_cast<std::uint16_t>(bits)};
    if (is_nan(half)) {
      EXPECT_TRUE(std::isnan(compiler_widen(half.bits)));
      EXPECT_EQ(std::bit_cast<std::uint32_t>(to_float(half)), 0x7FC00000u);
      EXPECT_EQ(to_fp16(static_cast<double>(to_float(half))), kFp16NaN);
      continue;
    }
    ASSERT_EQ(std::bit_cast<std::uint32_t>(to_float(half)), std::bit_cast<std::uint32_t>(compiler_widen(half.bits))) << bits;
    ASSERT_EQ(to_fp16(static_cast<double>(to_float(half))), half) << bits;
  }
}

TEST(Fp16, NarrowsEveryMidpointAndItsNeighboursLikeTheCompiler) {
  for (std::uint16_t bits = 0; bits < 0x7C00; ++bits) {
    const float low = compiler_widen(bits);
    const float high = bits == 0x7BFF ? 65536.0f : compiler_widen(static_cast<std::uint16_t>(bits + 1));
    const float middle = low + (high - low) / 2;
    for (const float value : {middle, std::nextafter(middle, 0.0f), std::nextafter(middle, 1e9f), std::nextafter(low, 1e9f)}) {
      ASSERT_EQ(to_fp16(static_cast<double>(value)).bits, compiler_narrow(value)) << value;
      ASSERT_EQ(to_fp16(static_cast<double>(-value)).bits, compiler_narrow(-value)) << value;
    }
  }
}

TEST(Fp16, NarrowsRandomFloatsLikeTheCompiler) {
  Rng rng(1);
  for (int i = 0; i < 2'000'000; ++i) {
    auto bits = static_cast<std::uint32_t>(rng.next());
    if (i % 4 != 0) bits = (bits & 0x807FFFFFu) | ((100u + rng.below(46)) << 23);  // mostly where fp16 lives: 2^-27 .. 2^18
    const float value = std::bit_cast<float>(bits);
    if (std::isnan(value)) ASSERT_EQ(to_fp16(static_cast<double>(value)), kFp16NaN);
    else ASSERT_EQ(to_fp16(static_cast<double>(value)).bits, compiler_narrow(value)) << value;
  }
}

TEST(Fp16, NarrowsDoublesInOneRounding) {
  // Just above the midpoint of 1 and 1 + 2^-10: rounding to fp32 first would land on the tie and go down to even.
  EXPECT_EQ(to_fp16(1.0 + 0x1p-11 + 0x1p-40).bits, 0x3C01);
  EXPECT_EQ(to_fp16(1.0 + 0x1p-11).bits, 0x3C00);
  EXPECT_EQ(to_fp16(0x1p-25).bits, 0x0000);
  EXPECT_EQ(to_fp16(0x1p-25 + 0x1p-70).bits, 0x0001);
  EXPECT_EQ(to_fp16(65519.999).bits, 0x7BFF);
  EXPECT_EQ(to_fp16(-65520.0).bits, 0xFC00);
  EXPECT_EQ(to_fp16(std::numeric_limits<double>::denorm_min()).bits, 0x0000);
  EXPECT_EQ(to_fp16(-0.0).bits, 0x8000);
}

/// a x b + c by MPFR with 11 bits, the exponent range of binary16 and its subnormals: exact inside, one rounding.
class ExactFma {
 public:
  ExactFma() {
    mpfr_inits2(11, a_, b_, c_, result_, nullptr);
    mpfr_set_emin(-23);
    mpfr_set_emax(16);
  }
  ~ExactFma() {
    mpfr_clears(a_, b_, c_, result_, nullptr);
    mpfr_set_emin(mpfr_get_emin_min());  // the range is global in MPFR
    mpfr_set_emax(mpfr_get_emax_max());
  }
  ExactFma(const ExactFma&) = delete;
  ExactFma& operator=(const ExactFma&) = delete;

  Fp16 operator()(Fp16 a, Fp16 b, Fp16 c) {
    mpfr_set_flt(a_, compiler_widen(a.bits), MPFR_RNDN);
    mpfr_set_flt(b_, compiler_widen(b.bits), MPFR_RNDN);
    mpfr_set_flt(c_, compiler_widen(c.bits), MPFR_RNDN);
    const int inexact = mpfr_fma(result_, a_, b_, c_, MPFR_RNDN);
    mpfr_subnormalize(result_, inexact, MPFR_RNDN);
    const float value = mpfr_get_flt(result_, MPFR_RNDN);
    return std::isnan(value) ? kFp16NaN : Fp16{compiler_narrow(value)};  // exact: the value is an fp16 number already
  }

 private:
  mpfr_t a_, b_, c_, result_;
};

TEST(Fp16, FmaOfRandomOperandsIsExactlyRounded) {
  ExactFma exact;
  Rng rng(2);
  for (int i = 0; i < 1'500'000; ++i) {
    const std::uint64_t bits = rng.next();
    Fp16 a{static_cast<std::uint16_t>(bits)}, b{static_cast<std::uint16_t>(bits >> 16)}, c{static_cast<std::uint16_t>(bits >> 32)};
    if (i % 2 == 0) {  // c near a x b in magnitude: cancellation, carries and ties
      const double product = static_cast<double>(compiler_widen(a.bits)) * static_cast<double>(compiler_widen(b.bits));
      c = to_fp16(product * std::ldexp(1.0, static_cast<int>(rng.below(25)) - 12));
      if (i % 4 == 0) c.bits ^= 0x8000;
    }
    ASSERT_EQ(fp16_fma(a, b, c), exact(a, b, c)) << a.bits << " " << b.bits << " " << c.bits;
  }
}

TEST(Fp16, FmaOfEdgeOperandsIsExactlyRounded) {
  ExactFma exact;
  std::vector<Fp16> edges;
  for (const unsigned magnitude : {0x0000u, 0x0001u, 0x0002u, 0x0003u, 0x01FFu, 0x0200u, 0x03FEu, 0x03FFu, 0x0400u, 0x0401u, 0x07FFu, 0x0800u, 0x1400u, 0x2E66u, 0x37FFu,
                                   0x3800u, 0x3801u, 0x3BFFu, 0x3C00u, 0x3C01u, 0x3FFFu, 0x4000u, 0x5BFFu, 0x6400u, 0x77FFu, 0x7800u, 0x7BFEu, 0x7BFFu, 0x7C00u, 0x7C01u, 0x7E00u}) {
    edges.push_back({static_cast<std::uint16_t>(magnitude)});
    edges.push_back({static_cast<std::uint16_t>(magnitude | 0x8000u)});
  }
  for (const Fp16 a : edges) {
    for (const Fp16 b : edges) {
      for (const Fp16 c : edges) ASSERT_EQ(fp16_fma(a, b, c), exact(a, b, c)) << a.bits << " " << b.bits << " " << c.bits;
    }
  }
}

}  // namespace
}  // namespace ngpcsim::models
