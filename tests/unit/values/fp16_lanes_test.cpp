#include "models/common/fp16_lanes.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>

#include "sim/base/rng.h"

// The lanes against the scalar operations of fp16.h, which fp16_test.cpp holds against MPFR.
namespace ngpcsim::models {
namespace {

std::uint32_t bits_of(float value) { return std::bit_cast<std::uint32_t>(value); }
bool same(float lane, Fp16 expected) { return is_nan(expected) ? std::isnan(lane) : bits_of(lane) == bits_of(to_float(expected)); }

void expect_rounded(std::uint32_t first_bits) {
  Floats8 lanes;
  for (std::uint32_t n = 0; n < 8; ++n) lanes[n] = std::bit_cast<float>(first_bits + n);
  round_to_fp16(lanes);
  for (std::uint32_t n = 0; n < 8; ++n)
    ASSERT_TRUE(same(lanes[n], to_fp16(static_cast<double>(std::bit_cast<float>(first_bits + n)))))
        << std::hex << first_bits + n << " gives " << bits_of(lanes[n]);
}

TEST(Fp16Lanes, RoundAroundEveryNumberAndMidpoint) {
  // The last 13 bits of fp32 are dropped, or more below 2^-14: both sides of all places where something can turn, of either sign.
  for (std::uint32_t high = 0; high < (1u << 20); ++high) {
    expect_rounded((high << 12) - 4);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(Fp16Lanes, RoundRandomFloats) {
  Rng rng(40);
  for (int i = 0; i < 500'000; ++i) {
    expect_rounded(static_cast<std::uint32_t>(rng.next()));
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(Fp16Lanes, WidenEveryPattern) {
  for (std::uint32_t first = 0; first < 0x10000; first += 8) {
    std::array<Fp16, 8> halves;
    for (std::uint32_t n = 0; n < 8; ++n) halves[n].bits = static_cast<std::uint16_t>(first + n);
    Floats8 lanes;
    widen(lanes, halves.data());
    for (std::uint32_t n = 0; n < 8; ++n) ASSERT_TRUE(same(lanes[n], halves[n])) << std::hex << first + n;
  }
}

void expect_fma(const std::array<std::array<Fp16, 8>, 3>& operands) {
  Floats8 weight, feature, sum;
  widen(weight, operands[0].data());
  widen(feature, operands[1].data());
  widen(sum, operands[2].data());
  fp16_fma(sum, weight, feature);
  for (std::size_t n = 0; n < 8; ++n)
    ASSERT_TRUE(same(sum[n], fp16_fma(operands[0][n], operands[1][n], operands[2][n])))
        << std::hex << operands[0][n].bits << " " << operands[1][n].bits << " " << operands[2][n].bits << " gives " << bits_of(sum[n]);
}

TEST(Fp16Lanes, FmaOfRandomOperands) {
  Rng rng(41);
  std::array<std::array<Fp16, 8>, 3> operands;
  for (int i = 0; i < 1'000'000; ++i) {
    for (std::size_t n = 0; n < 8; ++n) {
      const std::uint64_t bits = rng.next();
      Fp16& c = operands[2][n];
      for (std::size_t k = 0; k < 3; ++k) operands[k][n].bits = static_cast<std::uint16_t>(bits >> (16 * k));
      if (n % 2 == 0) continue;  // else c near a x b in magnitude: cancellation, carries and ties
      const double product = static_cast<double>(to_float(operands[0][n])) * static_cast<double>(to_float(operands[1][n]));
      c = to_fp16(product * std::ldexp(1.0, static_cast<int>(rng.below(49)) - 24));
      if (n % 4 == 1) c.bits ^= 0x8000;
    }
    expect_fma(operands);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(Fp16Lanes, FmaOfEdgeOperands) {
  constexpr std::array<std::uint16_t, 32> kMagnitudes{0x0000, 0x0001, 0x0002, 0x0003, 0x01FF, 0x0200, 0x03FE, 0x03FF, 0x0400, 0x0401,
                                                      0x07FF, 0x0800, 0x0C00, 0x1000, 0x1400, 0x2E66, 0x37FF, 0x3800, 0x3801, 0x3BFF, 0x3C00,
                                                      0x3C01, 0x3FFF, 0x4000, 0x5BFF, 0x6400, 0x77FF, 0x7BFE, 0x7BFF, 0x7C00, 0x7C01, 0x7E00};
  const auto edge = [&](std::size_t n) { return Fp16{static_cast<std::uint16_t>(kMagnitudes[n / 2] | (n % 2 << 15))}; };
  std::array<std::array<Fp16, 8>, 3> operands;
  for (std::size_t a = 0; a < 64; ++a) {
    for (std::size_t b = 0; b < 64; ++b) {
      for (std::size_t c = 0; c < 64; ++c) {
        for (std::size_t k = 0; k < 3; ++k) operands[k][c % 8] = edge(std::array{a, b, c}[k]);
        if (c % 8 == 7) expect_fma(operands);
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

}  // namespace
}  // namespace ngpcsim::models
