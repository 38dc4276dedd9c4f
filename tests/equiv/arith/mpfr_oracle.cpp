#include "tests/equiv/arith/mpfr_oracle.h"

#include <mpfr.h>

#include <bit>
#include <cmath>
#include <cstdint>

namespace ngpcsim::equiv {
namespace {

/// Exponents of the smallest subnormal and the largest number as MPFR counts them: significands lie in [1/2, 1).
struct ExponentRange {
  mpfr_exp_t least = 0, most = 0;
};
constexpr ExponentRange kHalfRange{-23, 16}, kSingleRange{-148, 128};
constexpr mpfr_prec_t kHalfPrecision = 11, kSinglePrecision = 24;

class Number {
 public:
  explicit Number(mpfr_prec_t precision) { mpfr_init2(value_, precision); }
  ~Number() { mpfr_clear(value_); }
  Number(const Number&) = delete;
  Number& operator=(const Number&) = delete;
  [[nodiscard]] mpfr_ptr get() { return value_; }

 private:
  mpfr_t value_;
};

class MpfrArithmetic final : public Arithmetic {
 public:
  MpfrArithmetic() : widest_{mpfr_get_emin(), mpfr_get_emax()} {}

  std::uint32_t result(FpOp op, const Operands& operands) override {
    const auto [a, b, c] = operands;
    const mpfr_ptr half = half_.get(), single = single_.get(), x = x_.get(), y = y_.get(), z = z_.get();
    switch (op) {
      case FpOp::kFp16ToFp32: return rounded_single(mpfr_set(single, half_of(x, a), MPFR_RNDN));
      case FpOp::kFp32ToFp16: return rounded_half(mpfr_set(half, single_of(x, a), MPFR_RNDN));
      case FpOp::kFp16MulFp32: return rounded_single(mpfr_mul(single, half_of(x, a), half_of(y, b), MPFR_RNDN));
      case FpOp::kFp16Fma: return rounded_half(mpfr_fma(half, half_of(x, a), half_of(y, b), half_of(z, c), MPFR_RNDN));
      case FpOp::kFp32Add: return rounded_single(mpfr_add(single, single_of(x, a), single_of(y, b), MPFR_RNDN));
      case FpOp::kFp32Sub: return rounded_single(mpfr_sub(single, single_of(x, a), single_of(y, b), MPFR_RNDN));
      case FpOp::kFp32Mul: return rounded_single(mpfr_mul(single, single_of(x, a), single_of(y, b), MPFR_RNDN));
      case FpOp::kFp32Fma: return rounded_single(mpfr_fma(single, single_of(x, a), single_of(y, b), single_of(z, c), MPFR_RNDN));
      case FpOp::kFp32Floor: return rounded_single(mpfr_floor(single, single_of(x, a)));
      case FpOp::kFp32ToIndex: return index(single_of(x, a));
      case FpOp::kInt8ToFp16: return rounded_half(mpfr_set_si_2exp(half, static_cast<std::int8_t>(a), static_cast<std::int8_t>(b), MPFR_RNDN));
      case FpOp::kFp32Relu: return relu(single_of(x, a));
    }
    return 0;
  }

 private:
  /// Sign, exponent and fraction by the definition of the format. Operands have the precision of fp32, which holds both.
  [[nodiscard]] static mpfr_ptr number_of(mpfr_ptr to, std::uint32_t bits, int exponent_bits, int fraction_bits) {
    const int field = static_cast<int>(bits >> fraction_bits) & ((1 << exponent_bits) - 1), bias = (1 << (exponent_bits - 1)) - 1;
    const long fraction = static_cast<long>(bits) & ((1L << fraction_bits) - 1), leading = 1L << fraction_bits;
    const int sign = (bits >> (exponent_bits + fraction_bits) & 1) != 0 ? -1 : 1;
    if (field == 2 * bias + 1 && fraction != 0) mpfr_set_nan(to);
    else if (field == 2 * bias + 1) mpfr_set_inf(to, sign);
    else if (field == 0 && fraction == 0) mpfr_set_zero(to, sign);
    else if (field == 0) mpfr_set_si_2exp(to, sign * fraction, 1 - bias - fraction_bits, MPFR_RNDN);
    else mpfr_set_si_2exp(to, sign * (leading + fraction), field - bias - fraction_bits, MPFR_RNDN);
    return to;
  }
  [[nodiscard]] static mpfr_ptr half_of(mpfr_ptr to, std::uint32_t bits) { return number_of(to, bits, 5, 10); }
  [[nodiscard]] static mpfr_ptr single_of(mpfr_ptr to, std::uint32_t bits) { return number_of(to, bits, 8, 23); }

  /// The bits of a number that the format has.
  [[nodiscard]] static std::uint32_t bits_of(mpfr_ptr from, int exponent_bits, int fraction_bits) {
    const std::uint32_t bias = (1u << (exponent_bits - 1)) - 1, infinity = (2 * bias + 1) << fraction_bits;
    if (mpfr_nan_p(from)) return infinity | 1u << (fraction_bits - 1);
    const std::uint32_t sign = static_cast<std::uint32_t>(mpfr_signbit(from) != 0 ? 1 : 0) << (exponent_bits + fraction_bits);
    if (mpfr_inf_p(from)) return sign | infinity;
    // In units of the smallest subnormal number; the fraction that a double has holds them all.
    const double units = std::ldexp(std::abs(mpfr_get_d(from, MPFR_RNDN)), static_cast<int>(bias) - 1 + fraction_bits);
    int exponent = 0;
    const double significand = std::frexp(units, &exponent);
    if (exponent <= fraction_bits) return sign | static_cast<std::uint32_t>(units);
    const auto fraction = static_cast<std::uint32_t>(std::ldexp(significand, fraction_bits + 1)) - (1u << fraction_bits);
    return sign | static_cast<std::uint32_t>(exponent - fraction_bits) << fraction_bits | fraction;
  }

  [[nodiscard]] std::uint32_t rounded_half(int direction) {
    to_range(half_.get(), direction, kHalfRange);
    return bits_of(half_.get(), 5, 10);
  }
  [[nodiscard]] std::uint32_t rounded_single(int direction) {
    to_range(single_.get(), direction, kSingleRange);
    return bits_of(single_.get(), 8, 23);
  }
  /// `direction` is MPFR's: on which side of the exact result the rounded one lies.
  void to_range(mpfr_ptr value, int direction, const ExponentRange& range) const {
    mpfr_set_emin(range.least);
    mpfr_set_emax(range.most);
    mpfr_subnormalize(value, mpfr_check_range(value, direction, MPFR_RNDN), MPFR_RNDN);
    mpfr_set_emin(widest_.least);
    mpfr_set_emax(widest_.most);
  }

  [[nodiscard]] static std::uint32_t index(mpfr_ptr value) {
    if (!mpfr_number_p(value) || mpfr_cmpabs_ui(value, 0) == 0 || mpfr_get_exp(value) > 62) return 0;
    return static_cast<std::uint32_t>(mpfr_get_si(value, MPFR_RNDN));
  }
  [[nodiscard]] std::uint32_t relu(mpfr_ptr value) {
    if (!mpfr_nan_p(value) && mpfr_cmp_ui(value, 0) <= 0) mpfr_set_zero(value, 1);
    return rounded_single(mpfr_set(single_.get(), value, MPFR_RNDN));
  }

  ExponentRange widest_;
  Number half_{kHalfPrecision}, single_{kSinglePrecision};
  Number x_{kSinglePrecision}, y_{kSinglePrecision}, z_{kSinglePrecision};
};

}  // namespace

std::unique_ptr<Arithmetic> mpfr_arithmetic() { return std::make_unique<MpfrArithmetic>(); }

}  // namespace ngpcsim::equiv
