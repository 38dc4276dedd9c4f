#pragma once
#include <array>
#include <bit>
#include <cstdint>

#include "models/encoding_engine/params.h"

namespace ngpcsim::models {

/// Irreducible polynomials of degree 1..8 over GF(2) for the `parity` map (docs/timing.md, 2.1), the leading term included.
inline constexpr std::array<std::uint32_t, 9> kParityPolynomials{0b1, 0b11, 0b111, 0b1011, 0b10011, 0b100101, 0b1000011, 0b10000011, 0b100011101};

/// The bank of a word, one word at a time: the reference for the vectorised kernels. `log2_banks` is 0..8.
[[nodiscard]] constexpr std::uint32_t bank_of(BankMap map, std::uint32_t word, std::uint32_t log2_banks) {
  const std::uint32_t mask = (1u << log2_banks) - 1;
  if (log2_banks == 0) return 0;
  switch (map) {
    case BankMap::kLow: return word & mask;
    case BankMap::kXor: {
      std::uint32_t bank = 0;
      for (; word != 0; word >>= log2_banks) bank ^= word & mask;
      return bank;
    }
    case BankMap::kParity: {
      for (std::uint32_t bit = 32; bit-- > log2_banks;)
        if (((word >> bit) & 1u) != 0) word ^= kParityPolynomials[log2_banks] << (bit - log2_banks);
      return word;
    }
    case BankMap::kPadded: return (word + (word >> log2_banks)) & mask;
    case BankMap::kPermute: return (word ^ (word >> log2_banks)) & mask;
  }
  return 0;
}

/// A map as the kernels apply it: `word ^= word >> shift` for each shift in turn, then the low bits. `low` has no shift, `permute` one,
/// and `xor` halves the groups that are left with each.
struct FoldSteps {
  std::array<std::uint32_t, 5> shifts{};
  std::uint32_t count = 0;
};

/// For `low`, `xor` and `permute` and words of up to `word_bits` bits; the other maps are no folds.
[[nodiscard]] constexpr FoldSteps fold_steps(BankMap map, std::uint32_t log2_banks, std::uint32_t word_bits) {
  FoldSteps steps;
  if (map == BankMap::kLow || log2_banks == 0) return steps;
  if (map == BankMap::kPermute) {
    steps.shifts[0] = log2_banks;
    steps.count = log2_banks < 32 ? 1 : 0;
    return steps;
  }
  const std::uint32_t groups = (word_bits + log2_banks - 1) / log2_banks;
  for (std::uint32_t half = std::bit_ceil(groups) / 2; half > 0; half /= 2) steps.shifts[steps.count++] = half * log2_banks;
  return steps;
}

}  // namespace ngpcsim::models
