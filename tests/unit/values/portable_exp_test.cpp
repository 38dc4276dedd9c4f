#include "models/common/portable_exp.h"

#include <gtest/gtest.h>
#include <mpfr.h>

#include <bit>

#include "sim/base/error.h"
#include "sim/base/rng.h"

namespace ngpcsim::models {
namespace {

using MpfrFunction = int (*)(mpfr_t, const mpfr_t, mpfr_rnd_t);

/// f(x) correctly rounded to fp32, for results in the normal range.
float exact(MpfrFunction function, float x) {
  mpfr_t in, out;
  mpfr_inits2(24, in, out, nullptr);
  mpfr_set_flt(in, x, MPFR_RNDN);
  function(out, in, MPFR_RNDN);
  const float result = mpfr_get_flt(out, MPFR_RNDN);
  mpfr_clears(in, out, nullptr);
  return result;
}

int mpfr_log_of(mpfr_t out, const mpfr_t in, mpfr_rnd_t rounding) { return mpfr_log(out, in, rounding); }

TEST(PortableExp, LogarithmsAreCorrectlyRounded) {
  Rng rng(3);
  for (int i = 0; i < 200'000; ++i) {
    const std::uint32_t exponent = i % 2 == 0 ? 1 + rng.below(254) : 124 + rng.below(6);
    const float x = std::bit_cast<float>((exponent << 23) | static_cast<std::uint32_t>(rng.next() >> 41));
    ASSERT_EQ(log2_fp32(x), exact(mpfr_log2, x)) << x;
    ASSERT_EQ(log_fp32(x), exact(mpfr_log_of, x)) << x;
  }
}

TEST(PortableExp, ExponentialsAreCorrectlyRounded) {
  Rng rng(4);
  for (int i = 0; i < 200'000; ++i) {
    const float x = (rng.unit() - 0.5f) * (i % 2 == 0 ? 240.0f : 4.0f);
    ASSERT_EQ(exp2_fp32(x), exact(mpfr_exp2, x)) << x;
    ASSERT_EQ(exp_fp32(x * 0.6f), exact(mpfr_exp, x * 0.6f)) << x;
  }
}

TEST(PortableExp, PowersOfTwoAreExact) {
  for (int n = -126; n <= 127; ++n) {
    const float power = std::bit_cast<float>(static_cast<std::uint32_t>(n + 127) << 23);
    EXPECT_EQ(exp2_fp32(static_cast<float>(n)), power);
    EXPECT_EQ(log2_fp32(power), static_cast<float>(n));
  }
}

TEST(PortableExp, RejectsWhatHasNoLogarithm) {
  EXPECT_THROW((void)portable_log2(0.0), InvariantError);
  EXPECT_THROW((void)portable_log2(-1.0), InvariantError);
  EXPECT_THROW((void)portable_exp2(1001.0), InvariantError);
}

}  // namespace
}  // namespace ngpcsim::models
