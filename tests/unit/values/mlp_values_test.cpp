#include "models/mlp_engine/mlp_values.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>

#include "sim/base/error.h"
#include "sim/base/rng.h"
#include "tests/unit/values/slow_network.h"

namespace ngpcsim::models {
namespace {

std::vector<Fp16> random_inputs(std::size_t count, Rng& rng) {
  std::vector<Fp16> in(count);
  for (Fp16& value : in) value = to_fp16(static_cast<double>(4.0f * rng.unit() - 2.0f));
  return in;
}

/// Inputs of the padded size, +0 beyond the end.
std::vector<Fp16> padded(std::vector<Fp16> in) {
  in.resize(padded_width(static_cast<std::uint32_t>(in.size())));
  return in;
}

TEST(MlpValues, EqualTheRecursiveTreeOnAnyShapeAndArray) {
  Rng rng(20);
  for (int i = 0; i < 400; ++i) {
    const std::uint32_t inputs = 1 + rng.below(256), outputs = 1 + rng.below(80);
    const std::uint32_t rows = i % 3 == 0 ? 64 : 1 + rng.below(256);
    const bool relu = i % 2 == 0;
    const MlpLayer layer = MlpLayer::synthetic(inputs, outputs, rng.next());
    const std::vector<Fp16> in = random_inputs(inputs, rng);
    std::vector<Fp16> out(padded_width(outputs));
    layer.evaluate(padded(in), rows, relu, out);
    const std::vector<Fp16> slow = test::slow_layer(layer, in, rows, relu);
    for (std::uint32_t o = 0; o < outputs; ++o) ASSERT_EQ(out[o], slow[o]) << inputs << " x " << outputs << " rows " << rows << " output " << o;
    for (std::size_t o = outputs; o < out.size(); ++o) ASSERT_EQ(out[o], Fp16{}) << "padding";
  }
}

/// Any pattern, or mostly small numbers: NaN, infinities, subnormals and -0 among them.
Fp16 any_value(Rng& rng, bool wild) {
  if (!wild && rng.below(40) != 0) return to_fp16(static_cast<double>(4.0f * rng.unit() - 2.0f));
  constexpr std::array<std::uint16_t, 8> kSpecial{0x8000, 0x7C00, 0xFC00, 0x7E00, 0xFE01, 0x0001, 0x83FF, 0x7BFF};
  return rng.below(2) == 0 ? Fp16{kSpecial[rng.below(8)]} : Fp16{static_cast<std::uint16_t>(rng.next())};
}

TEST(MlpValues, ARowOfQueriesEqualsTheSlowModelOnAnyInputs) {
  Rng rng(23);
  for (int i = 0; i < 150; ++i) {
    const std::uint32_t inputs = 1 + rng.below(100), outputs = 1 + rng.below(40), rows = i % 3 == 0 ? 16 : 1 + rng.below(130);
    std::vector<Fp16> weights(inputs * outputs);
    for (Fp16& weight : weights) weight = any_value(rng, i % 8 == 0);
    const MlpLayer layer(inputs, outputs, weights);
    std::array<std::vector<Fp16>, kRowQueries> queries;
    std::vector<ValueRow> in(padded_width(inputs)), out(padded_width(outputs));
    for (std::size_t q = 0; q < kRowQueries; ++q) {
      for (std::uint32_t n = 0; n < inputs; ++n) queries[q].push_back(any_value(rng, i % 4 == 0));
      for (std::uint32_t n = 0; n < inputs; ++n) in[n].lanes[q] = to_float(queries[q][n]);
    }
    layer.evaluate(in, rows, i % 2 == 0, out);
    for (std::size_t q = 0; q < kRowQueries; ++q) {
      const std::vector<Fp16> slow = test::slow_layer(layer, queries[q], rows, i % 2 == 0);
      for (std::uint32_t o = 0; o < outputs; ++o) {
        const Fp16 expected = is_nan(slow[o]) ? kFp16NaN : slow[o];  // the compiler's half type keeps sign and payload
        ASSERT_EQ(to_fp16(static_cast<double>(out[o].lanes[q])), expected)
            << inputs << " x " << outputs << " rows " << rows << " query " << q << " output " << o;
      }
    }
    for (std::size_t o = outputs; o < out.size(); ++o)
      for (const float value : out[o].lanes) ASSERT_EQ(std::bit_cast<std::uint32_t>(value), 0u) << "padding";
  }
}

TEST(MlpValues, StayWithinTheErrorOfTheTree) {
  Rng rng(21);
  const MlpLayer layer = MlpLayer::synthetic(64, 64, 5);
  for (int i = 0; i < 200; ++i) {
    const std::vector<Fp16> in = random_inputs(64, rng);
    std::vector<Fp16> out(64);
    layer.evaluate(in, 64, false, out);
    for (std::uint32_t o = 0; o < 64; ++o) {
      double exact = 0.0, absolute = 0.0;
      for (std::uint32_t k = 0; k < 64; ++k) {
        const double product = static_cast<double>(to_float(layer.weight(o, k))) * static_cast<double>(to_float(in[k]));
        exact += product;
        absolute += std::abs(product);
      }
      // Six fp32 additions deep, then one rounding to fp16.
      ASSERT_NEAR(static_cast<double>(to_float(out[o])), exact, 6 * 0x1p-24 * absolute + 0x1p-11 * std::abs(exact) + 0x1p-25);
    }
  }
}

TEST(MlpValues, TheTreePairsNeighboursAndTilesAreAddedInOrder) {
  // In fp32, 2^24 + 1 = 2^24. Inputs 2^12 x 2^12, 1, 1, -2^12 x 2^12 (weights 2^12, 1, 1, -2^12).
  const auto half = [](double value) { return to_fp16(value); };
  const std::vector<Fp16> weights{half(4096), half(1), half(1), half(-4096)};
  const MlpLayer layer(4, 1, weights);
  const std::vector<Fp16> in = padded({half(4096), half(1), half(1), half(4096)});
  std::vector<Fp16> out(16);
  layer.evaluate(in, 16, false, out);  // (2^24 + 1) + (1 - 2^24) = 2^24 - (2^24 - 1) = 1
  EXPECT_EQ(to_float(out[0]), 1.0f);
  layer.evaluate(in, 1, false, out);  // ((2^24 + 1) + 1) - 2^24 = 0
  EXPECT_EQ(to_float(out[0]), 0.0f);
  layer.evaluate(in, 3, false, out);  // tiles of three: ((2^24 + 1) + (1 + 0)) + -2^24 = 0
  EXPECT_EQ(to_float(out[0]), 0.0f);

  // Weights 2^12, 1, -2^12, 1: (2^24 + 1) + (-2^24 + 1) = 2^24 + (1 - 2^24) = 1; a tree that paired the halves would give 0 + 2.
  const MlpLayer alternating(4, 1, std::vector<Fp16>{half(4096), half(1), half(-4096), half(1)});
  alternating.evaluate(padded({half(4096), half(1), half(4096), half(1)}), 16, false, out);
  EXPECT_EQ(to_float(out[0]), 1.0f);
}

TEST(MlpValues, NegativeZeroSurvivesOnlyWithoutPadding) {
  // -0 + -0 = -0, but -0 + +0 = +0: the padding of a taller array shows, the start of the sum over tiles does not.
  const MlpLayer layer(32, 1, std::vector<Fp16>(32, to_fp16(1.0)));
  const std::vector<Fp16> in(32, to_fp16(-0.0));
  std::vector<Fp16> out(16);
  for (const auto& [rows, bits] : {std::pair{32u, 0x8000}, std::pair{16u, 0x8000}, std::pair{64u, 0x0000}, std::pair{24u, 0x0000}}) {
    layer.evaluate(in, rows, false, out);
    EXPECT_EQ(out[0].bits, bits) << rows;
  }
}

TEST(MlpValues, RoundsOnceAfterTheActivation) {
  // The sum 1 + 2^-11 + 2^-22 is above the midpoint of two fp16 numbers: rounded to fp16 in two steps (or truncated) it would be 1.
  const MlpLayer layer(3, 1, std::vector<Fp16>{to_fp16(1.0), to_fp16(0x1p-11), to_fp16(0x1p-11)});
  std::vector<Fp16> out(16);
  layer.evaluate(padded({to_fp16(1.0), to_fp16(1.0), to_fp16(0x1p-11)}), 64, true, out);
  EXPECT_EQ(out[0].bits, 0x3C01);
}

TEST(MlpValues, ReluKeepsNaNAndMakesPositiveZero) {
  const MlpLayer layer(1, 1, std::vector<Fp16>{to_fp16(1.0)});
  std::vector<Fp16> out(16);
  const auto relu_of = [&](Fp16 value, bool relu, std::uint32_t rows) {
    layer.evaluate(padded({value}), rows, relu, out);
    return out[0];
  };
  EXPECT_EQ(relu_of(to_fp16(-3.0), true, 64), Fp16{});
  EXPECT_EQ(relu_of(to_fp16(-3.0), false, 64), to_fp16(-3.0));
  EXPECT_EQ(relu_of(Fp16{0x8000}, true, 1), Fp16{});
  EXPECT_EQ(relu_of(Fp16{0x8000}, false, 64), Fp16{}) << "the tree adds +0";
  EXPECT_EQ(relu_of(Fp16{0xFE01}, true, 64), kFp16NaN);
  EXPECT_EQ(relu_of(kFp16Infinity, true, 64), kFp16Infinity);
}

TEST(MlpValues, SyntheticWeightsFollowTheSeedAndHeScaling) {
  for (const auto& [inputs, bound] : {std::pair{32u, 0.25}, std::pair{64u, 0.25}, std::pair{16u, 0.5}}) {
    // The power of two next below sqrt(6 / inputs): 0.433, 0.306, 0.612.
    const MlpLayer layer = MlpLayer::synthetic(inputs, 64, 3), same = MlpLayer::synthetic(inputs, 64, 3), other = MlpLayer::synthetic(inputs, 64, 4);
    double largest = 0.0;
    int differ = 0;
    for (std::uint32_t o = 0; o < 64; ++o) {
      for (std::uint32_t i = 0; i < inputs; ++i) {
        EXPECT_EQ(layer.weight(o, i), same.weight(o, i));
        differ += layer.weight(o, i) != other.weight(o, i);
        largest = std::max(largest, std::abs(static_cast<double>(to_float(layer.weight(o, i)))));
      }
    }
    EXPECT_LE(largest, bound);
    EXPECT_GT(largest, 0.98 * bound);
    EXPECT_GT(differ, 60 * static_cast<int>(inputs));
  }
}

TEST(MlpValues, WholeNetworksEqualTheSlowModel) {
  Rng rng(22);
  for (int i = 0; i < 60; ++i) {
    const std::uint32_t inputs = 1 + rng.below(64), width = 1 + rng.below(100), hidden = 1 + rng.below(4), outputs = 1 + rng.below(20);
    const std::uint32_t rows = 16 + rng.below(113);
    const Mlp mlp = Mlp::synthetic(inputs, width, hidden, outputs, rng.next());
    ASSERT_EQ(mlp.layers().size(), hidden + 1);
    const std::vector<Fp16> in = random_inputs(inputs, rng);
    std::vector<Fp16> out(outputs);
    mlp.evaluate(in, rows, out);
    ASSERT_EQ(out, test::slow_mlp(mlp, in, rows));
  }
}

TEST(MlpValues, AnOverflowReachesNoNeuronThroughThePadding) {
  // 17 neurons are padded to 32. Neuron 0 of the first layer overflows, so all 17 of the second are infinite; none of them is NaN, nor is their sum.
  constexpr std::uint32_t kWidth = 17;
  const auto half = [](double value) { return to_fp16(value); };
  std::vector<Fp16> large(kWidth, half(1.0));
  large[0] = half(60000.0);
  std::vector<MlpLayer> layers;
  layers.emplace_back(1, kWidth, large);
  layers.emplace_back(kWidth, kWidth, std::vector<Fp16>(std::size_t{kWidth} * kWidth, half(1.0)));
  layers.emplace_back(kWidth, 1, std::vector<Fp16>(kWidth, half(1.0)));
  std::vector<Fp16> padded_outputs(32);
  layers[1].evaluate(padded(std::vector<Fp16>(kWidth, kFp16Infinity)), 64, true, padded_outputs);
  for (std::size_t o = 0; o < padded_outputs.size(); ++o) EXPECT_EQ(padded_outputs[o], o < kWidth ? kFp16Infinity : Fp16{}) << o;

  std::vector<Fp16> out(1);
  Mlp(std::move(layers)).evaluate(std::vector<Fp16>{half(2.0)}, 64, out);
  EXPECT_EQ(out[0], kFp16Infinity);
}

TEST(MlpValues, RejectsWrongSizes) {
  EXPECT_THROW(MlpLayer(2, 2, std::vector<Fp16>(3)), InvariantError);
  EXPECT_THROW(MlpLayer::synthetic(257, 1, 0), InvariantError);
  EXPECT_THROW(Mlp({MlpLayer::synthetic(4, 5, 0), MlpLayer::synthetic(6, 1, 0)}), InvariantError);
  EXPECT_THROW(Mlp(std::vector<MlpLayer>{}), InvariantError);
  std::vector<Fp16> out(1);
  EXPECT_THROW(Mlp::synthetic(4, 16, 1, 1, 0).evaluate(std::vector<Fp16>(3), 64, out), InvariantError);
}

}  // namespace
}  // namespace ngpcsim::models
