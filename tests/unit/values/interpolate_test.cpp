#include "models/encoding_engine/interpolate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "sim/base/rng.h"

namespace ngpcsim::models {
namespace {

/// One accumulation of the slow model, in the compiler's half type. The double sum of an exact product and an fp16 number rounds to fp16
/// as the exact one does (fp16_test.cpp shows it against MPFR for our own code).
_Float16 slow_fma(_Float16 a, _Float16 b, _Float16 c) { return static_cast<_Float16>(static_cast<double>(a) * static_cast<double>(b) + static_cast<double>(c)); }

/// Everything from position to features once more, written from the formulas and with the level's numbers only.
template <std::size_t D>
std::vector<_Float16> slow_features(const GridLevel& level, std::uint32_t number, const SyntheticTable& table, const std::array<float, D>& position, bool hash) {
  std::vector<_Float16> sum(table.features(), static_cast<_Float16>(0.0f));
  for (unsigned corner = 0; corner < (1u << D); ++corner) {
    float weight = 1.0f;
    std::uint64_t linear = 0, stride = 1;
    std::uint32_t hashed = 0;
    for (unsigned d = 0; d < D; ++d) {
      const auto place = static_cast<float>(static_cast<double>(level.scale) * static_cast<double>(position[d]) + 0.5);
      const float low = std::floor(place);
      const unsigned up = corner >> d & 1u;
      weight *= up ? place - low : 1.0f - (place - low);
      const std::uint32_t vertex = static_cast<std::uint32_t>(low) + up;
      linear += vertex * stride;
      stride *= level.resolution;
      hashed ^= vertex * (d == 0 ? 1u : d == 1 ? 0x9E3779B1u : 0x30025795u);
    }
    const std::uint32_t index = static_cast<std::uint32_t>((hash ? hashed : linear) % level.entries);
    for (std::uint32_t f = 0; f < table.features(); ++f) {
      const auto feature = std::bit_cast<_Float16>(table.value(number, index, f).bits);
      sum[f] = slow_fma(static_cast<_Float16>(weight), feature, sum[f]);
    }
  }
  return sum;
}

template <std::size_t D>
void expect_equal_to_slow_model(FeatureType type, std::uint32_t features) {
  EncodingParams p;
  p.dims = D;
  p.levels = 8;
  p.features = features;
  p.log2_table_entries = 12;
  p.per_level_scale = 1.7;
  const std::vector<GridLevel> levels = make_grid_levels(p, 1, {"test"});
  EXPECT_FALSE(levels.front().hashed);
  EXPECT_TRUE(levels.back().hashed);
  const SyntheticTable table(type, features, 31);
  Rng rng(features);
  std::vector<Fp16> out(features);
  for (int i = 0; i < 500; ++i) {
    const auto number = static_cast<std::uint32_t>(i) % 8;
    std::array<float, D> position;
    for (float& x : position) x = i < 8 ? 1.0f : rng.unit();
    encode_level<D>(levels[number], number, table, position, out);
    const std::vector<_Float16> slow = slow_features<D>(levels[number], number, table, position, levels[number].hashed);
    for (std::uint32_t f = 0; f < features; ++f) ASSERT_EQ(out[f].bits, std::bit_cast<std::uint16_t>(slow[f])) << "query " << i << " feature " << f;
  }
}

TEST(Interpolate, EqualsTheSlowModelInTwoAndThreeDimensions) {
  for (const FeatureType type : {FeatureType::kInt8, FeatureType::kFp16}) {
    for (const std::uint32_t features : {1u, 2u, 4u, 8u}) {
      expect_equal_to_slow_model<2>(type, features);
      expect_equal_to_slow_model<3>(type, features);
    }
  }
}

TEST(Interpolate, StaysWithinTheErrorOfItsRoundings) {
  Rng rng(8);
  for (int i = 0; i < 20'000; ++i) {
    GridCell<3> cell{};
    for (float& f : cell.fraction) f = rng.unit();
    std::array<float, 8> weights;
    std::array<Fp16, 8> features;
    double exact = 0.0, largest_partial = 0.0;
    for (std::size_t corner = 0; corner < 8; ++corner) {
      weights[corner] = corner_weight(cell, corner);
      features[corner] = to_fp16(static_cast<double>(2.0f * rng.unit() - 1.0f));
      double weight = 1.0;
      for (std::size_t d = 0; d < 3; ++d) {
        const auto fraction = static_cast<double>(cell.fraction[d]);
        weight *= (corner >> d & 1u) != 0 ? fraction : 1.0 - fraction;
      }
      exact += weight * static_cast<double>(to_float(features[corner]));
      largest_partial = std::max(largest_partial, std::abs(exact));
    }
    std::array<Fp16, 1> out;
    interpolate(weights, features, out);
    // Each weight is off by half an ulp (2^-11 relative, weights sum to 1, features are below 1); each of the 8 sums by half an ulp of a
    // partial sum. Subnormal steps (2^-25) add next to nothing.
    const double bound = 0x1p-11 + 8 * 0x1p-11 * (largest_partial + 0x1p-8) + 16 * 0x1p-25;
    ASSERT_NEAR(static_cast<double>(to_float(out[0])), exact, bound) << i;
  }
}

TEST(Interpolate, AddsInOrderOfTheCorners) {
  // In fp16, 2048 + 1 + 1 = 2048 from the left (each 1 is half an ulp, to even) but 1 + 1 + 2048 = 2050.
  const Fp16 big = to_fp16(2048.0), one = to_fp16(1.0);
  const std::array<float, 3> weights{1.0f, 1.0f, 1.0f};
  std::array<Fp16, 1> out;
  interpolate(weights, std::array{big, one, one}, out);
  EXPECT_EQ(to_float(out[0]), 2048.0f);
  interpolate(weights, std::array{one, one, big}, out);
  EXPECT_EQ(to_float(out[0]), 2050.0f);
}

TEST(Interpolate, RoundsTheWeightBeforeTheProduct) {
  // The weight 1 + 2^-12 becomes 1; kept in fp32, the product 1025 x (1 + 2^-12) would not be rounded down to 1025 + 2^-2.
  std::array<Fp16, 1> out;
  interpolate(std::array{1.0f + 0x1p-12f, 1.0f}, std::array{to_fp16(1025.0), to_fp16(0.25)}, out);
  EXPECT_EQ(to_float(out[0]), 1025.0f);
}

}  // namespace
}  // namespace ngpcsim::models
