#include "models/nfp/functional_network.h"

#include <gtest/gtest.h>

#include <cmath>

#include "models/direction_encoder/spherical_harmonics.h"
#include "models/encoding_engine/interpolate.h"
#include "sim/base/rng.h"
#include "tests/unit/values/slow_network.h"

namespace ngpcsim::models {
namespace {

std::array<float, 3> random_position(Rng& rng) { return {rng.unit(), rng.unit(), rng.unit()}; }
constexpr std::array<float, 3> kDirection{0.6f, 0.0f, 0.8f};

FunctionalNetwork make_network(const EncodingParams& encoding, const NetworkParams& network, std::uint32_t rows, FeatureType type, std::uint64_t seed) {
  return FunctionalNetwork(encoding, make_grid_levels(encoding, 1, {"test"}), network, rows, type, seed);
}

/// The wiring once more: levels in order, density network, harmonics behind its outputs, colour network, log density last.
std::vector<Fp16> slow_evaluate(const FunctionalNetwork& network, const std::vector<GridLevel>& levels, const std::array<float, 3>& position,
                                const std::array<float, 3>& direction, std::uint32_t rows) {
  std::vector<Fp16> features;
  for (std::uint32_t level = 0; level < levels.size(); ++level) {
    std::vector<Fp16> part(network.table().features());
    encode_level<3>(levels[level], level, network.table(), position, part);
    features.insert(features.end(), part.begin(), part.end());
  }
  std::vector<Fp16> density = test::slow_mlp(network.trunk(), features, rows), color_in = density;
  for (const float value : spherical_harmonics(direction)) color_in.push_back({std::bit_cast<std::uint16_t>(static_cast<_Float16>(value))});
  std::vector<Fp16> out = test::slow_mlp(network.color(), color_in, rows);
  out.push_back(density[0]);
  return out;
}

TEST(FunctionalNetwork, EqualsTheSlowModel) {
  Rng rng(30);
  for (const std::uint32_t features : {1u, 2u, 4u, 8u}) {
    EncodingParams encoding;
    encoding.features = features;
    encoding.levels = features == 8 ? 20 : 16;  // 160 inputs fold over a 64-row array three times
    NetworkParams params;
    params.width = features == 1 ? 40 : 64;
    for (const std::uint32_t rows : {64u, 16u, 48u}) {
      const FunctionalNetwork network = make_network(encoding, params, rows, features == 4 ? FeatureType::kFp16 : FeatureType::kInt8, rng.next());
      ASSERT_EQ(network.outputs(), 4u);
      for (int i = 0; i < 10; ++i) {
        const std::array<float, 3> position = random_position(rng);
        std::vector<Fp16> out(4);
        network.evaluate(position, kDirection, out);
        ASSERT_EQ(out, slow_evaluate(network, make_grid_levels(encoding, 1, {"test"}), position, kDirection, rows));
      }
    }
  }
}

/// A table of any patterns: NaN, infinities, subnormals and -0.
class WildTable final : public FeatureTable {
 public:
  [[nodiscard]] std::uint32_t features() const override { return 2; }
  [[nodiscard]] FeatureType type() const override { return FeatureType::kFp16; }
  [[nodiscard]] int exponent(std::uint32_t) const override { return 0; }
  [[nodiscard]] std::uint16_t stored_bits(std::uint32_t level, std::uint32_t index, std::uint32_t feature) const override {
    const std::uint64_t bits = mix64((std::uint64_t{level} << 40) + std::uint64_t{index} * 2 + feature);
    return static_cast<std::uint16_t>(bits % 64 == 0 ? bits >> 16 : (bits >> 16) & 0xBBFFu);
  }
  void gather(std::uint32_t level, std::span<const std::uint32_t> indices, std::span<Fp16> out) const override {
    for (std::size_t i = 0; i < out.size(); ++i) out[i].bits = stored_bits(level, indices[i / 2], static_cast<std::uint32_t>(i % 2));
  }
};

TEST(FunctionalNetwork, ManyQueriesEqualEachByItself) {
  EncodingParams encoding;
  const std::vector<GridLevel> levels = make_grid_levels(encoding, 1, {"test"});
  const FunctionalNetwork network(encoding, levels, std::make_shared<WildTable>(), Mlp::synthetic(32, 64, 1, 16, 1), Mlp::synthetic(32, 64, 2, 3, 2), 16);
  Rng rng(33);
  int special = 0;
  for (const std::size_t count : {0u, 1u, 7u, 8u, 9u, 16u, 17u, 40u, 333u}) {
    std::vector<std::array<float, 3>> positions(count), directions(count);
    for (auto& position : positions) position = random_position(rng);
    for (auto& direction : directions) direction = {2.0f * rng.unit() - 1.0f, -0.0f, 2.0f * rng.unit() - 1.0f};
    std::vector<Fp16> many(count * 4), one(4), dark(count * 4);
    network.evaluate(positions, directions, many);
    network.evaluate(positions, {}, dark);
    for (std::size_t q = 0; q < count; ++q) {
      network.evaluate(positions[q], directions[q], one);
      const std::vector<Fp16> part(many.begin() + static_cast<std::ptrdiff_t>(4 * q), many.begin() + static_cast<std::ptrdiff_t>(4 * q + 4));
      ASSERT_EQ(part, one) << "query " << q << " of " << count;
      std::vector<Fp16> slow = slow_evaluate(network, levels, positions[q], directions[q], 16);
      for (Fp16& value : slow) {
        special += (value.bits & 0x7C00u) == 0x7C00u;
        if (is_nan(value)) value = kFp16NaN;
      }
      ASSERT_EQ(part, slow) << "query " << q << " of " << count;
      ASSERT_EQ(dark[4 * q + 3], one[3]) << "density does not see the direction";
    }
  }
  EXPECT_GT(special, 0) << "some outputs are infinite or NaN";
}

TEST(FunctionalNetwork, WithoutDirectionsTheCoefficientsAreZeros) {
  const FunctionalNetwork network = make_network({}, {}, 64, FeatureType::kInt8, 7);
  Rng rng(34);
  const std::array<float, 3> position = random_position(rng);
  std::vector<Fp16> out(4), density(16), color_in(32), color(3);
  network.evaluate({&position, 1}, {}, out);
  std::vector<Fp16> features(network.encoded_features());
  network.encode(position, features);
  network.trunk().evaluate(features, 64, density);
  std::copy(density.begin(), density.end(), color_in.begin());
  network.color().evaluate(color_in, 64, color);
  color.push_back(density[0]);
  EXPECT_EQ(out, color);
}

TEST(FunctionalNetwork, CloseToADoubleEvaluation) {
  const FunctionalNetwork network = make_network({}, {}, 64, FeatureType::kInt8, 7);
  Rng rng(31);
  const auto layer = [](const MlpLayer& weights, const std::vector<double>& in, bool relu) {
    std::vector<double> out(weights.outputs());
    for (std::uint32_t o = 0; o < weights.outputs(); ++o) {
      for (std::uint32_t i = 0; i < weights.inputs(); ++i) out[o] += static_cast<double>(to_float(weights.weight(o, i))) * in[i];
      if (relu) out[o] = std::max(out[o], 0.0);
    }
    return out;
  };
  double largest = 0.0;
  for (int i = 0; i < 50; ++i) {
    const std::array<float, 3> position = random_position(rng);
    std::vector<Fp16> encoded(network.encoded_features()), out(network.outputs());
    network.encode(position, encoded);
    network.evaluate(position, kDirection, out);
    std::vector<double> values;
    for (const Fp16 value : encoded) values.push_back(static_cast<double>(to_float(value)));
    for (const MlpLayer& l : network.trunk().layers()) values = layer(l, values, &l != &network.trunk().layers().back());
    EXPECT_NEAR(static_cast<double>(to_float(out[3])), values[0], 2e-3 * (1.0 + std::abs(values[0])));
    for (const float value : spherical_harmonics(kDirection)) values.push_back(static_cast<double>(value));
    for (const MlpLayer& l : network.color().layers()) values = layer(l, values, &l != &network.color().layers().back());
    for (std::size_t c = 0; c < 3; ++c) {
      // Four more layers of fp16 roundings, each 2^-11 of values near 1.
      EXPECT_NEAR(static_cast<double>(to_float(out[c])), values[c], 5e-3 * (1.0 + std::abs(values[c])));
      largest = std::max(largest, std::abs(values[c]));
    }
  }
  EXPECT_GT(largest, 0.01) << "the synthetic network must not be dead";
}

TEST(FunctionalNetwork, DependsOnPositionDirectionSeedAndTwoDimensionsIgnoreZ) {
  Rng rng(32);
  const std::array<float, 3> position = random_position(rng);
  const auto outputs = [&](const EncodingParams& encoding, std::uint64_t seed, std::array<float, 3> at, std::array<float, 3> direction) {
    std::vector<Fp16> out(4);
    make_network(encoding, {}, 64, FeatureType::kInt8, seed).evaluate(at, direction, out);
    return out;
  };
  const std::array<float, 3> other = random_position(rng);
  const std::vector<Fp16> base = outputs({}, 1, position, kDirection);
  EXPECT_EQ(outputs({}, 1, position, kDirection), base);
  EXPECT_NE(outputs({}, 2, position, kDirection), base);
  EXPECT_NE(outputs({}, 1, other, kDirection), base);
  const std::vector<Fp16> turned = outputs({}, 1, position, {0.0f, 1.0f, 0.0f});
  EXPECT_NE(turned, base);
  EXPECT_EQ(turned[3], base[3]) << "density does not see the direction";

  EncodingParams flat;
  flat.dims = 2;
  EXPECT_EQ(outputs(flat, 1, {0.25f, 0.75f, 0.1f}, kDirection), outputs(flat, 1, {0.25f, 0.75f, 0.9f}, kDirection));
}

TEST(FunctionalNetwork, RejectsInputsThatAreTooWide) {
  NetworkParams params;
  EncodingParams encoding;
  encoding.features = 8;
  encoding.levels = 32;
  encoding.per_level_scale = 1.1;
  EXPECT_NO_THROW(make_network(encoding, params, 64, FeatureType::kInt8, 0));  // 256 inputs
  encoding.levels = 33;
  const std::vector<GridLevel> levels(33);
  EXPECT_THROW(FunctionalNetwork(encoding, levels, params, 64, FeatureType::kInt8, 0), InputError);
}

}  // namespace
}  // namespace ngpcsim::models
