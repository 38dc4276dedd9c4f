#include "models/nfp/parameters.h"

#include <gtest/gtest.h>

#include <cmath>

#include "models/common/trained_table.h"
#include "sim/base/rng.h"

namespace ngpcsim::models {
namespace {

EncodingParams small_encoding() {
  EncodingParams encoding;
  encoding.levels = 3;
  encoding.log2_table_entries = 6;
  encoding.base_resolution = 3;
  return encoding;
}

/// The parameters of a network in the order of tiny-cuda-nn, layer by layer, padding with a number that must not matter.
std::vector<Fp16> flattened(const FunctionalNetwork& network, const std::vector<GridLevel>& levels, const ParameterLayout& layout) {
  std::vector<Fp16> parameters(layout.total, to_fp16(3.0));
  std::size_t l = 0;
  const auto put = [&](const MlpLayer& layer) {
    for (std::uint32_t o = 0; o < layer.outputs(); ++o)
      for (std::uint32_t i = 0; i < layer.inputs(); ++i) parameters[layout.first_weight[l] + std::size_t{o} * ((layer.inputs() + 15) / 16 * 16) + i] = layer.weight(o, i);
    ++l;
  };
  for (const MlpLayer& layer : network.trunk().layers()) put(layer);
  if (network.has_color())
    for (const MlpLayer& layer : network.color().layers()) put(layer);
  std::size_t at = layout.first_feature;
  for (std::uint32_t level = 0; level < levels.size(); ++level)
    for (std::uint32_t index = 0; index < levels[level].entries; ++index)
      for (std::uint32_t f = 0; f < network.table().features(); ++f) parameters[at++] = {network.table().stored_bits(level, index, f)};
  EXPECT_EQ(at, parameters.size());
  return parameters;
}

TEST(Parameters, ANetworkFromItsOwnParametersIsTheSame) {
  const EncodingParams encoding = small_encoding();
  const std::vector<GridLevel> levels = make_grid_levels(encoding, 1, {"test"});
  NetworkParams plain;
  plain.kind = NetworkKind::kPlain;
  plain.width = 24;
  plain.outputs = 4;
  plain.output_activation = OutputActivation::kRelu;
  NetworkParams radiance;
  radiance.density_outputs = 5;
  for (const NetworkParams& network : {plain, radiance}) {
    const FunctionalNetwork original(encoding, levels, network, 64, FeatureType::kFp16, 7);
    const ParameterLayout layout = parameter_layout(encoding, levels, network);
    const FunctionalNetwork again = make_trained_network(encoding, levels, network, 64, FeatureType::kFp16, flattened(original, levels, layout));
    Rng rng(8);
    for (int i = 0; i < 50; ++i) {
      const std::array<float, 3> position{rng.unit(), rng.unit(), rng.unit()}, direction{0.6f, 0.0f, 0.8f};
      std::vector<Fp16> a(original.outputs()), b(again.outputs());
      original.evaluate(position, direction, a);
      again.evaluate(position, direction, b);
      ASSERT_EQ(a, b);
    }
    if (network.kind == NetworkKind::kPlain) {
      std::vector<Fp16> out(4);
      original.evaluate({0.3f, 0.4f, 0.5f}, {0, 0, 1}, out);
      for (const Fp16 value : out) EXPECT_GE(to_float(value), 0.0f);  // ReLU behind the last layer
    }
  }
}

// 12 196 240 features and 7168 weights (reference values, NSDF hashgrid).
TEST(Parameters, AsManyAsPublished) {
  EncodingParams encoding;
  NetworkParams network;
  network.kind = NetworkKind::kPlain;
  EXPECT_EQ(parameter_layout(encoding, make_grid_levels(encoding, 1, {"test"}), network).total, 12'196'240u + 7168u);
}

TEST(TrainedTable, EightBitsAreTheNearestCodesOfTheSmallestExponent) {
  EncodingParams encoding = small_encoding();
  const std::vector<GridLevel> levels = make_grid_levels(encoding, 1, {"test"});
  Rng rng(3);
  std::vector<Fp16> values(total_entries(levels) * 2);
  for (Fp16& value : values) value = to_fp16(0.37 * (2.0 * static_cast<double>(rng.unit()) - 1.0));
  const TrainedTable table(FeatureType::kInt8, 2, levels, values);
  for (std::uint32_t level = 0; level < levels.size(); ++level) {
    double largest = 0.0;
    const std::size_t first = levels[level].offset * 2;
    for (std::size_t i = 0; i < levels[level].entries * 2u; ++i) largest = std::max(largest, std::abs(static_cast<double>(to_float(values[first + i]))));
    const double step = std::ldexp(1.0, table.exponent(level));
    EXPECT_LE(largest, 127.0 * step);
    EXPECT_GT(largest, 127.0 * step / 2);
    for (std::uint32_t index = 0; index < levels[level].entries; ++index) {
      std::array<Fp16, 2> seen;
      table.gather(level, {&index, 1}, seen);
      for (std::uint32_t f = 0; f < 2; ++f) {
        const double value = static_cast<double>(to_float(seen[f]));
        ASSERT_LE(std::abs(value - static_cast<double>(to_float(values[first + index * 2 + f]))), step / 2);
        ASSERT_EQ(value, step * static_cast<std::int8_t>(table.stored_bits(level, index, f)));
      }
    }
  }
}

TEST(Interpolation, SmoothstepAndNearestByTheirFormulas) {
  EncodingParams encoding = small_encoding();
  encoding.levels = 1;
  std::vector<GridLevel> levels = make_grid_levels(encoding, 1, {"test"});
  ASSERT_FALSE(levels[0].hashed);
  std::vector<Fp16> values(levels[0].entries * 2u);
  Rng rng(5);
  for (Fp16& value : values) value = to_fp16(static_cast<double>(rng.unit()));
  NetworkParams network;
  network.kind = NetworkKind::kPlain;
  network.width = 16;
  network.outputs = 2;
  for (const Interpolation interpolation : {Interpolation::kSmoothstep, Interpolation::kNearest}) {
    levels[0].interpolation = interpolation;
    const ParameterLayout layout = parameter_layout(encoding, levels, network);
    std::vector<Fp16> parameters(layout.total);
    std::copy(values.begin(), values.end(), parameters.begin() + static_cast<std::ptrdiff_t>(layout.first_feature));
    const FunctionalNetwork made = make_trained_network(encoding, levels, network, 16, FeatureType::kFp16, parameters);
    for (int i = 0; i < 200; ++i) {
      const std::array<float, 3> position{0.9f * rng.unit(), 0.9f * rng.unit(), 0.9f * rng.unit()};
      std::array<Fp16, 2> features;
      made.encode(position, features);
      std::array<double, 3> lower{}, t{};
      for (std::size_t d = 0; d < 3; ++d) {
        const double place = static_cast<double>(levels[0].scale) * static_cast<double>(position[d]) + 0.5;
        lower[d] = std::floor(place);
        const double x = place - lower[d];
        t[d] = interpolation == Interpolation::kNearest ? 0.0 : x * x * (3.0 - 2.0 * x);
      }
      const auto side = static_cast<std::size_t>(levels[0].resolution);
      for (std::size_t f = 0; f < 2; ++f) {
        double expected = 0.0;
        for (std::size_t corner = 0; corner < 8; ++corner) {
          double weight = 1.0;
          std::array<std::size_t, 3> at{};
          for (std::size_t d = 0; d < 3; ++d) {
            at[d] = static_cast<std::size_t>(lower[d]) + (corner >> d & 1);
            weight *= (corner >> d & 1) != 0 ? t[d] : 1.0 - t[d];
          }
          expected += weight * static_cast<double>(to_float(values[((at[0] + side * (at[1] + side * at[2])) % levels[0].entries) * 2 + f]));
        }
        ASSERT_NEAR(static_cast<double>(to_float(features[f])), expected, 4e-3);
      }
    }
  }
}

}  // namespace
}  // namespace ngpcsim::models
