#include "models/nfp/composite_encoding.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "models/common/grid_levels.h"
#include "models/direction_encoder/spherical_harmonics.h"
#include "models/nfp/float_network.h"
#include "models/nfp/nfp_model.h"
#include "sim/base/rng.h"

namespace ngpcsim::models {
namespace {

EncodingParams composite(CompositeKind kind, std::uint32_t detail, std::uint32_t dims = 3) {
  EncodingParams encoding;
  encoding.dims = dims;
  encoding.composite = kind;
  encoding.composite_detail = detail;
  return encoding;
}

std::vector<float> encode(const EncodingParams& encoding, const std::array<float, 3>& position) {
  std::vector<float> values(composite_values(encoding));
  encode_composite(encoding, position, values);
  return values;
}

TEST(CompositeEncoding, IdentityIsThePosition) {
  EXPECT_EQ(encode(composite(CompositeKind::kIdentity, 4), {0.1f, 0.7f, 1.0f}), (std::vector<float>{0.1f, 0.7f, 1.0f}));
  EXPECT_EQ(encode(composite(CompositeKind::kIdentity, 4, 2), {0.1f, 0.7f, 9.0f}), (std::vector<float>{0.1f, 0.7f}));
}

/// Sine and cosine of 2^k pi x. 2^k x is exact in fp32, so its part above whole turns is, too.
TEST(CompositeEncoding, FrequencyIsSineAndCosineOfOctaves) {
  constexpr std::uint32_t kOctaves = 16;
  Rng rng(3);
  for (int i = 0; i < 2000; ++i) {
    const std::array<float, 3> p{rng.unit(), i == 0 ? 0.0f : rng.unit(), i == 0 ? 1.0f : rng.unit()};
    const std::vector<float> values = encode(composite(CompositeKind::kFrequency, kOctaves), p);
    ASSERT_EQ(values.size(), 3u * 2 * kOctaves);
    for (std::size_t d = 0; d < 3; ++d)
      for (std::uint32_t k = 0; k < kOctaves; ++k) {
        const double turns = std::fmod(std::ldexp(static_cast<double>(p[d]), static_cast<int>(k)), 2.0);
        ASSERT_NEAR(static_cast<double>(values[(d * kOctaves + k) * 2]), std::sin(std::numbers::pi * turns), 1e-7);
        ASSERT_NEAR(static_cast<double>(values[(d * kOctaves + k) * 2 + 1]), std::cos(std::numbers::pi * turns), 1e-7);
      }
  }
}

/// The share of the bell 15/16 (1 - u^2)^2, one bin wide to either side of x, that lies in each bin; by a sum over thin slices, what leaves at one end comes in at the other.
TEST(CompositeEncoding, OneBlobIsTheShareOfABellInEachBin) {
  constexpr std::uint32_t kBins = 16;
  constexpr int kSlices = 4000;
  for (const float x : {0.0f, 0.03f, 0.5f, 0.517f, 0.99f, 1.0f}) {
    std::array<double, kBins> expected{};
    for (int s = 0; s < kSlices; ++s) {
      const double u = (s + 0.5) / kSlices * 2.0 - 1.0;
      const double place = static_cast<double>(x) * kBins + u;
      const auto bin = static_cast<std::int64_t>(std::floor(place));
      expected[static_cast<std::size_t>((bin + kBins) % kBins)] += 15.0 / 16.0 * std::pow(1.0 - u * u, 2) * 2.0 / kSlices;
    }
    const std::vector<float> values = encode(composite(CompositeKind::kOneBlob, kBins, 2), {x, 0.5f, 0.0f});
    for (std::size_t bin = 0; bin < kBins; ++bin) EXPECT_NEAR(static_cast<double>(values[bin]), expected[bin], 1e-3) << "x " << x << " bin " << bin;
  }
}

TEST(CompositeEncoding, HarmonicsOfADegreeAreTheFirstOfAllOnes) {
  const std::array<float, 3> p{0.2f, 0.9f, 0.4f};
  const auto all = spherical_harmonics({2.0f * p[0] - 1.0f, 2.0f * p[1] - 1.0f, 2.0f * p[2] - 1.0f});
  for (const std::uint32_t degree : {1u, 2u, 3u, 4u}) EXPECT_EQ(encode(composite(CompositeKind::kSphericalHarmonics, degree), p), std::vector<float>(all.begin(), all.begin() + degree * degree));
}

/// The NFP's arithmetic and fp32 by the formulas see the same inputs in the same places: results differ by what fp16 loses.
TEST(CompositeEncoding, NetworksReadItBehindTheGrid) {
  for (const CompositeKind kind : {CompositeKind::kIdentity, CompositeKind::kFrequency, CompositeKind::kOneBlob, CompositeKind::kSphericalHarmonics}) {
    EncodingParams encoding = composite(kind, 4);
    encoding.levels = 4;
    encoding.log2_table_entries = 8;
    encoding.per_level_scale = 1.5;
    NetworkParams network;
    network.kind = NetworkKind::kPlain;
    network.width = 32;
    network.outputs = 3;
    const std::vector<GridLevel> levels = make_grid_levels(encoding, 1, {"test"});
    const ParameterLayout layout = parameter_layout(encoding, levels, network);
    EXPECT_EQ(layout.layers.front().inputs, 8 + composite_values(encoding));
    Rng rng(7);
    std::vector<Fp16> parameters;
    for (std::uint64_t i = 0; i < layout.total; ++i) parameters.push_back(to_fp16(static_cast<double>(0.5f * (rng.unit() - 0.5f))));
    const FunctionalNetwork hardware = make_trained_network(encoding, levels, network, 16, FeatureType::kFp16, parameters);
    const FloatNetwork floats(encoding, levels, network, parameters);
    double largest = 0.0;
    for (int i = 0; i < 100; ++i) {
      const std::array<float, 3> p{rng.unit(), rng.unit(), rng.unit()};
      std::array<Fp16, 3> narrow;
      std::array<float, 3> wide;
      hardware.evaluate({&p, 1}, {}, narrow);
      floats.evaluate({&p, 1}, {}, wide);
      for (std::size_t n = 0; n < 3; ++n) {
        EXPECT_NEAR(to_float(narrow[n]), wide[n], 2e-3f);
        largest = std::max(largest, std::abs(static_cast<double>(wide[n])));
      }
    }
    EXPECT_GT(largest, 0.05);
  }
}

TEST(CompositeEncoding, WhatCannotBeIsRefused) {
  const auto refused = [](const EncodingParams& encoding) {
    try {
      (void)make_nfp_model({}, encoding, {}, make_grid_levels(encoding, 1, {"test"}), [](std::string_view path) { return InputLocation{std::string(path)}; });
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_NE(refused(composite(CompositeKind::kOneBlob, 6)).find("composite_detail"), std::string::npos);
  EXPECT_NE(refused(composite(CompositeKind::kSphericalHarmonics, 5)).find("degree 5"), std::string::npos);
  EXPECT_NE(refused(composite(CompositeKind::kSphericalHarmonics, 3, 2)).find("2-D"), std::string::npos);
  EXPECT_NE(refused(composite(CompositeKind::kFrequency, 60)).find("at most 256"), std::string::npos);
}

}  // namespace
}  // namespace ngpcsim::models
