#include "tests/equiv/arith/operands.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "models/common/fp16.h"

namespace ngpcsim::equiv {
namespace {

[[nodiscard]] std::uint32_t bits(Rng& rng, unsigned count) { return static_cast<std::uint32_t>(rng.next() >> (64 - count)); }

/// 0, few ones, few zeros, ones at one end, or anything.
[[nodiscard]] std::uint32_t any_fraction(Rng& rng, const Format& format) {
  const std::uint32_t mask = (1u << format.fraction_bits) - 1;
  const std::uint32_t run = mask >> rng.below(format.fraction_bits + 1);
  switch (rng.below(6)) {
    case 0: return 0;
    case 1: return (1u << rng.below(format.fraction_bits)) | (rng.below(2) << rng.below(format.fraction_bits));
    case 2: return run;
    case 3: return mask & ~run;
    case 4: return mask & ~(1u << rng.below(format.fraction_bits));
    default: return bits(rng, format.fraction_bits);
  }
}

[[nodiscard]] std::uint32_t special(Rng& rng, const Format& f) {
  const std::uint32_t one = static_cast<std::uint32_t>(f.bias()) << f.fraction_bits, normal = 1u << f.fraction_bits;
  const std::array<std::uint32_t, 12> values{0,           1,   2,       normal - 1, normal,           normal + 1, one, one - 1, one + 1,
                                             f.infinity() - 1, f.infinity(), f.infinity() + 1 + bits(rng, f.fraction_bits - 1)};
  return values[rng.below(values.size())];
}

/// A finite number with this exponent field, or the nearest there is.
[[nodiscard]] std::uint32_t with_exponent(Rng& rng, const Format& f, int field) {
  const int most = (1 << f.exponent_bits) - 2;
  return static_cast<std::uint32_t>(std::clamp(field, 0, most)) << f.fraction_bits | any_fraction(rng, f) | rng.below(2) * f.sign();
}

[[nodiscard]] int exponent_field(std::uint32_t number, const Format& f) { return static_cast<int>((number & (f.sign() - 1)) >> f.fraction_bits); }

[[nodiscard]] int offset(Rng& rng, unsigned most) { return static_cast<int>(rng.below(2 * most + 1)) - static_cast<int>(most); }

/// For a sum with `other`.
[[nodiscard]] std::uint32_t addend(Rng& rng, const Format& f, std::uint32_t other) {
  switch (rng.below(4)) {
    case 0: return any_number(rng, f);
    case 1: return (other ^ f.sign()) + bits(rng, 3) - 4;                                                     // cancels, to a few last places
    case 2: return with_exponent(rng, f, exponent_field(other, f) + offset(rng, 3));                            // about as large
    default: return with_exponent(rng, f, exponent_field(other, f) + offset(rng, f.fraction_bits + 4));         // one in the other's last places
  }
}

/// For a product with `other`.
[[nodiscard]] std::uint32_t factor(Rng& rng, const Format& f, std::uint32_t other) {
  const int field = exponent_field(other, f), digits = static_cast<int>(f.fraction_bits), widest = (1 << f.exponent_bits) - 1;
  switch (rng.below(6)) {
    case 0: return with_exponent(rng, f, f.bias() - field + offset(rng, 3));                 // the smallest normal number
    case 1: return with_exponent(rng, f, f.bias() - field - digits + offset(rng, 3));        // the smallest subnormal number
    case 2: return with_exponent(rng, f, f.bias() + widest - field + offset(rng, 3));        // overflow
    case 3: return with_exponent(rng, f, f.bias() + offset(rng, 3));                         // the product is about as large as the other
    default: return any_number(rng, f);
  }
}

/// The product of two numbers, roughly, in their own format.
[[nodiscard]] std::uint32_t rough_product(const Format& f, std::uint32_t a, std::uint32_t b) {
  if (f.exponent_bits == kFp32Format.exponent_bits) return std::bit_cast<std::uint32_t>(std::bit_cast<float>(a) * std::bit_cast<float>(b));
  const auto widened = [](std::uint32_t x) { return static_cast<double>(models::to_float(models::Fp16{static_cast<std::uint16_t>(x)})); };
  return models::to_fp16(widened(a) * widened(b)).bits;
}

[[nodiscard]] Format format_of(FpOp op) {
  return op == FpOp::kFp16ToFp32 || op == FpOp::kFp16MulFp32 || op == FpOp::kFp16Fma ? kFp16Format : kFp32Format;
}

/// Around the range and the midpoints of fp16, and around the whole numbers that fp32 can tell apart.
[[nodiscard]] std::uint32_t to_be_rounded(Rng& rng, FpOp op) {
  const int lowest = op == FpOp::kFp32ToFp16 ? kFp32Format.bias() - 27 : kFp32Format.bias() - 2;
  switch (rng.below(4)) {
    case 0: return any_number(rng, kFp32Format);
    case 1: return (with_exponent(rng, kFp32Format, lowest + static_cast<int>(rng.below(45))) & 0xFFFFE000u) | 0x1000u;  // halfway where fp16 is normal
    default: return with_exponent(rng, kFp32Format, lowest + static_cast<int>(rng.below(70)));
  }
}

}  // namespace

std::uint32_t any_number(Rng& rng, const Format& format) {
  const int fields = 1 << format.exponent_bits;
  const std::uint32_t sign = rng.below(2) * format.sign();
  switch (rng.below(8)) {
    case 0: return bits(rng, 1 + format.exponent_bits + format.fraction_bits);
    case 1: return special(rng, format) | sign;
    case 2: return any_fraction(rng, format) | sign;
    case 3: return with_exponent(rng, format, fields - 2 - static_cast<int>(rng.below(3)));
    default: return with_exponent(rng, format, static_cast<int>(rng.below(static_cast<std::uint32_t>(fields))));
  }
}

Operands random_operands(Rng& rng, FpOp op) {
  const Format f = format_of(op);
  const std::uint32_t width = f.sign() | (f.sign() - 1);
  Operands operands{};
  auto& [a, b, c] = operands;
  switch (op) {
    case FpOp::kInt8ToFp16:
      a = bits(rng, 8);
      b = bits(rng, 8);
      return operands;
    case FpOp::kFp32ToFp16:
    case FpOp::kFp32Floor:
      a = to_be_rounded(rng, op);
      return operands;
    case FpOp::kFp32ToIndex:
      a = std::bit_cast<std::uint32_t>(std::floor(std::bit_cast<float>(to_be_rounded(rng, op))));
      return operands;
    case FpOp::kFp32Add:
    case FpOp::kFp32Sub:
      a = any_number(rng, f);
      b = addend(rng, f, a);
      if (op == FpOp::kFp32Sub) b ^= f.sign();
      break;
    default:
      a = any_number(rng, f);
      b = factor(rng, f, a);
      c = addend(rng, f, rough_product(f, a, b));
      break;
  }
  for (std::uint32_t& operand : operands) operand &= width;
  if (rng.below(2) == 1) std::swap(a, b);
  return operands;
}

}  // namespace ngpcsim::equiv
