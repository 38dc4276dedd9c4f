#pragma once
#include <cstdint>

#include "sim/base/rng.h"
#include "tests/equiv/arith/fp_ops.h"

/// Operands at which arithmetic goes wrong, as often as operands at which it does not.
namespace ngpcsim::equiv {

/// Sign, exponent and fraction of an IEEE 754 format.
struct Format {
  unsigned exponent_bits, fraction_bits;

  [[nodiscard]] constexpr std::uint32_t infinity() const { return ((1u << exponent_bits) - 1) << fraction_bits; }
  [[nodiscard]] constexpr std::uint32_t sign() const { return 1u << (exponent_bits + fraction_bits); }
  [[nodiscard]] constexpr int bias() const { return (1 << (exponent_bits - 1)) - 1; }
};

inline constexpr Format kFp16Format{5, 10}, kFp32Format{8, 23};

/// Any number: uniform bits, special values, every exponent equally often with fractions of few ones, of few zeros or at random, subnormals, the
/// neighbourhood of overflow.
[[nodiscard]] std::uint32_t any_number(Rng& rng, const Format& format);

/// Operands for an operation: whole numbers where it takes only those. Beside unrelated ones: sums that cancel, wholly or to a few last places, or whose
/// smaller part lies around the last place of the larger one; products around overflow, the smallest normal number and the smallest subnormal one; addends
/// around minus the product.
[[nodiscard]] Operands random_operands(Rng& rng, FpOp op);

}  // namespace ngpcsim::equiv
