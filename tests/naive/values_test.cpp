#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/naive/bank.h"
#include "tests/naive/direction_unit.h"
#include "tests/naive/half.h"
#include "tests/naive/nfp.h"
#include "tests/naive/plain_case.h"

namespace ngpcsim::naive {
namespace {

using testing::ElementsAre;

constexpr Half kOne = 0x3C00;
constexpr Half kTwo = 0x4000;
constexpr Half kThree = 0x4200;
constexpr Half kMinusOne = 0xBC00;

/// The fp16 number nearest to an exact double, by trying every one.
[[nodiscard]] Half nearest(double value) {
  Half best = 0;
  double error = std::fabs(value);
  for (unsigned bits = 0; bits < 0x7C00; ++bits) {
    const auto candidate = static_cast<Half>(bits);
    const double distance = std::fabs(std::fabs(value) - static_cast<double>(to_float(candidate)));
    if (distance < error || (distance == error && (bits & 1U) == 0)) {
      best = candidate;
      error = distance;
    }
  }
  return static_cast<Half>(best | (std::signbit(value) ? 0x8000 : 0));
}

TEST(NaiveHalf, EveryFiniteNumberSurvivesARoundTrip) {
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const auto half = static_cast<Half>(bits);
    if (((half >> 10) & 31) == 31) continue;
    ASSERT_EQ(to_half(to_float(half)), half) << bits;
  }
}

TEST(NaiveHalf, TiesGoToEven) {
  for (unsigned bits = 0; bits + 1 < 0x7C00; ++bits) {
    const float low = to_float(static_cast<Half>(bits));
    const float middle = 0.5F * (low + to_float(static_cast<Half>(bits + 1)));
    ASSERT_EQ(to_half(middle), bits + (bits & 1U)) << bits;
    ASSERT_EQ(to_half(std::nextafter(middle, 0.0F)), bits) << bits;
    ASSERT_EQ(to_half(std::nextafter(middle, 1e9F)), bits + 1) << bits;
  }
}

TEST(NaiveHalf, LimitsOfTheRange) {
  EXPECT_EQ(to_half(65504.0F), 0x7BFF);
  EXPECT_EQ(to_half(65519.9F), 0x7BFF);
  EXPECT_EQ(to_half(65520.0F), 0x7C00);
  EXPECT_EQ(to_half(-1e30F), 0xFC00);
  EXPECT_EQ(to_half(0x1p-25F), 0x0000);
  EXPECT_EQ(to_half(0x1.8p-25F), 0x0001);
  EXPECT_EQ(to_half(-0.0F), 0x8000);
}

TEST(NaiveHalf, FmaRoundsOnce) {
  // 1 x 2^-11 + 1 lies half way to the next number above 1 and goes to even; one more unit far below tips it.
  const Half tiny = to_half(0x1p-11F);
  EXPECT_EQ(half_fma(kOne, tiny, kOne), kOne);
  // (1 + 2^-10) x 2^-11 + 1 = 1 + 2^-11 + 2^-21: above the middle, while a product rounded first would keep it too, and 1 + 2^-10 has an
  // odd last bit, so the exact middle goes up to 1 + 2^-9.
  EXPECT_EQ(half_fma(to_half(1.0F + 0x1p-10F), tiny, kOne), 0x3C01);
  EXPECT_EQ(half_fma(kOne, tiny, Half{0x3C01}), 0x3C02);
  EXPECT_EQ(half_fma(kMinusOne, kOne, kOne), 0x0000);
  EXPECT_EQ(half_fma(Half{0}, kMinusOne, Half{0}), 0x0000);
  EXPECT_EQ(half_fma(Half{0}, kMinusOne, Half{0x8000}), 0x8000);
}

TEST(NaiveHalf, FmaIsTheNearestNumberToTheExactSum) {
  Rng rng(7);
  for (int i = 0; i < 300; ++i) {
    // Exponents -4 .. 1, so that the exact sum fits a double.
    const auto draw = [&rng] { return static_cast<Half>((rng.below(2) << 15) | ((11 + rng.below(6)) << 10) | rng.below(1024)); };
    const Half a = draw();
    const Half b = draw();
    const Half c = draw();
    const double exact = static_cast<double>(to_float(a)) * to_float(b) + to_float(c);
    ASSERT_EQ(half_fma(a, b, c), nearest(exact)) << a << ' ' << b << ' ' << c;
  }
}

TEST(NaiveBanks, EveryMapByHand) {
  // Word 0b1011'0110 = 182 on 8 banks: groups of three bits 010 110 110.
  EXPECT_EQ(bank_of(BankMap::kLow, 182, 8), 6U);
  EXPECT_EQ(bank_of(BankMap::kXor, 182, 8), 2U);        // 010 ^ 110 ^ 110
  EXPECT_EQ(bank_of(BankMap::kPermute, 182, 8), 0U);    // 110 ^ 110
  EXPECT_EQ(bank_of(BankMap::kPadded, 182, 8), 4U);     // 182 + 22 = 204, modulo 8
  // x^7 + x^5 + x^4 + x^2 + x modulo x^3 + x + 1, with x^3 = x + 1, x^4 = x^2 + x, x^5 = x^2 + x + 1, x^7 = 1:
  // 1 + (x^2 + x + 1) + (x^2 + x) + x^2 + x = x^2 + x.
  EXPECT_EQ(bank_of(BankMap::kParity, 182, 8), 6U);
  for (const BankMap map : {BankMap::kLow, BankMap::kXor, BankMap::kParity, BankMap::kPadded, BankMap::kPermute}) {
    EXPECT_EQ(bank_of(map, 182, 1), 0U);
    // Any row of consecutive aligned words fills every bank.
    for (unsigned banks = 2; banks <= 256; banks *= 2) {
      std::vector<bool> hit(banks, false);
      for (unsigned i = 0; i < banks; ++i) hit[bank_of(map, 37 * banks + i, banks)] = true;
      EXPECT_EQ(std::count(hit.begin(), hit.end(), true), banks);
    }
  }
}

TEST(NaiveDirection, AxesAndConstants) {
  // Along z only the terms without x and y are left: c0, c1, (c3 - c4), c9 x 2, with c0 = 1 / (2 sqrt(pi)), c1 = sqrt(3 / (4 pi)),
  // c3 - c4 = 2 sqrt(5 / (16 pi)), 2 c9 = 2 sqrt(7 / (16 pi)).
  const float up[3] = {0.0F, 0.0F, 1.0F};
  const std::vector<Half> sh = spherical_harmonics(up);
  ASSERT_EQ(sh.size(), 16U);
  const double pi = std::acos(-1.0);
  EXPECT_EQ(sh[0], nearest(0.5 / std::sqrt(pi)));
  EXPECT_EQ(sh[2], nearest(std::sqrt(3 / (4 * pi))));
  EXPECT_EQ(sh[6], nearest(2 * std::sqrt(5 / (16 * pi))));
  EXPECT_EQ(sh[12], nearest(2 * std::sqrt(7 / (16 * pi))));
  for (const unsigned zero : {1U, 3U, 4U, 5U, 7U, 8U, 9U, 10U, 11U, 13U, 14U, 15U}) EXPECT_EQ(sh[zero] & 0x7FFF, 0) << zero;
}

/// The plain case with values: entry i of the only level holds (i mod 8, 1).
[[nodiscard]] NfpSetup plain_functional() {
  NfpSetup setup = plain_setup();
  setup.functional = true;
  for (unsigned i = 0; i < 4096; ++i) {
    setup.grid.levels[0].table.push_back(to_half(static_cast<float>(i % 8)));
    setup.grid.levels[0].table.push_back(kOne);
  }
  setup.mlp.layers[0].in = 2;
  setup.mlp.layers[0].out = 1;
  setup.mlp.layers[0].weights = {kTwo, kThree};
  return setup;
}

TEST(NaiveValues, InterpolationOfAHalfCell) {
  // At the origin every fraction is 0.5 and every weight 1/8; corners 0 1 16 17 256 257 272 273 hold 0 1 0 1 0 1 0 1, so 4/8, and 1.
  const NfpResult r = simulate(plain_functional(), plain_stimulus(1));
  EXPECT_THAT(r.features, ElementsAre(ElementsAre(to_half(0.5F), kOne)));
  EXPECT_THAT(r.outputs, ElementsAre(ElementsAre(to_half(2 * 0.5F + 3))));
}

TEST(NaiveValues, SecondNetworkSeesDirectionsAndTheFirstOutputLeaves) {
  NfpSetup setup = plain_functional();
  setup.direction = DirectionSetup{};
  setup.mlp.layers[0].first_output_leaves = true;
  Layer second;
  second.in = 17;
  second.out = 2;
  second.relu = true;
  second.append_direction = true;
  second.weights.assign(34, Half{0});
  second.weights[0] = kMinusOne;          // neuron 0: minus the output of the first layer, cut off by ReLU
  second.weights[17 + 1 + 2] = kOne;      // neuron 1: harmonic 2, which is c1 for the direction z
  setup.mlp.layers.push_back(second);
  const NfpResult r = simulate(setup, plain_stimulus(1));
  const Half harmonic = nearest(std::sqrt(3 / (4 * std::acos(-1.0))));
  EXPECT_THAT(r.outputs, ElementsAre(ElementsAre(Half{0}, harmonic, to_half(4.0F))));
}

TEST(NaiveValues, SumsAreATreeOverTheRows) {
  // Inputs 1, 2^-11 x 8 .. with fp32 sums: in a chain 2^24 + 1 + 1 stays 2^24, in a tree the ones meet first.
  MlpSetup mlp;
  mlp.rows = mlp.cols = 16;
  mlp.layers[0].in = 4;
  mlp.layers[0].out = 1;
  mlp.layers[0].weights = {to_half(4096.0F), to_half(-4096.0F), kOne, kOne};
  // Products 2^24, -2^24, 1, 1: any order is exact; swap the second and third: (2^24 + 1) rounds to 2^24, (-2^24 + 1) is exact: 1.
  const std::vector<Half> inputs{to_half(4096.0F), kOne, to_half(4096.0F), kOne};
  mlp.layers[0].weights = {to_half(4096.0F), kOne, to_half(-4096.0F), kOne};
  Activations values(mlp, inputs, {});
  values.step(lower(mlp).at(0));
  EXPECT_THAT(values.outputs(), ElementsAre(kOne));
}

TEST(NaiveValues, ValuesDoNotChangeTime) {
  NfpSetup setup = plain_functional();
  Stimulus stimulus = plain_stimulus(20);
  stimulus.ready = {5, 50};
  const NfpResult with = simulate(setup, stimulus);
  setup.functional = false;
  const NfpResult without = simulate(setup, stimulus);
  EXPECT_EQ(with.pop, without.pop);
  EXPECT_EQ(with.steps, without.steps);
}

}  // namespace
}  // namespace ngpcsim::naive
