#include "tests/naive/bank.h"

#include <array>

#include "sim/base/error.h"

namespace ngpcsim::naive {
namespace {

/// Generator polynomials of degree 1..8, bit i the coefficient of x^i.
constexpr std::array<std::uint32_t, 9> kPolynomials{0, 0b11, 0b111, 0b1011, 0b10011, 0b100101, 0b1000011, 0b10000011, 0b100011101};

[[nodiscard]] unsigned log2_of(unsigned banks) {
  unsigned bits = 0;
  while ((1U << bits) < banks) ++bits;
  check((1U << bits) == banks && bits < kPolynomials.size(), "{} banks", banks);
  return bits;
}

/// Remainder of a long division over GF(2).
[[nodiscard]] std::uint32_t remainder(std::uint32_t word, unsigned degree) {
  for (unsigned bit = 32; bit-- > degree;) {
    if ((word >> bit) & 1U) word ^= kPolynomials[degree] << (bit - degree);
  }
  return word;
}

[[nodiscard]] std::uint32_t fold(std::uint32_t word, unsigned bits) {
  std::uint32_t bank = 0;
  for (unsigned at = 0; at < 32; ++at) bank ^= ((word >> at) & 1U) << (at % bits);
  return bank;
}

}  // namespace

unsigned bank_of(BankMap map, std::uint32_t word, unsigned banks) {
  const unsigned bits = log2_of(banks);
  if (bits == 0) return 0;
  const std::uint32_t mask = banks - 1;
  switch (map) {
    case BankMap::kLow: return word & mask;
    case BankMap::kXor: return fold(word, bits);
    case BankMap::kParity: return remainder(word, bits);
    case BankMap::kPadded: return (word + (word >> bits)) & mask;
    case BankMap::kPermute: return (word ^ (word >> bits)) & mask;
  }
  check(false, "unknown bank map");
  return 0;
}

}  // namespace ngpcsim::naive
