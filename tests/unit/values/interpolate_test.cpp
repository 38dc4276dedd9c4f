#include "models/encoding_engine/interpolate.h"

#include <gtest/gtest.h>

#include <bit>
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

/// Of one query, its weights and features corner by corner.
std::vector<Fp16> interpolate_one(std::span<const float> weights, std::span<const Fp16> features, std::size_t count) {
  std::vector<ValueRow> rows(weights.size()), out(count);
  for (std::size_t corner = 0; corner < weights.size(); ++corner) rows[corner].lanes[0] = weights[corner];
  interpolate(rows, features, 1, out);
  std::vector<Fp16> values;
  for (const ValueRow& row : out) values.push_back(to_fp16(static_cast<double>(row.lanes[0])));
  return values;
}

template <std::size_t D>
void expect_corners_of_each_query(Rng& rng) {
  for (const bool hashed : {false, true}) {
    for (int i = 0; i < 400; ++i) {
      GridLevel level;
      level.scale = 1.0f + 5000.0f * rng.unit();
      level.hashed = hashed;
      level.entries = i % 2 == 0 ? 1u << (1 + rng.below(20)) : 1 + rng.below(1u << 20);
      for (auto& stride : level.strides) stride = 1 + rng.below(1u << (i % 31));
      const std::size_t queries = 1 + rng.below(kRowQueries);
      std::array<ValueRow, D> rows;
      for (ValueRow& row : rows)
        for (float& x : row.lanes) x = i % 4 == 3 ? 1e6f * (2.0f * rng.unit() - 1.0f) : rng.below(8) == 0 ? static_cast<float>(rng.below(2)) : rng.unit();
      CornerRows corners;
      locate_corners(level, rows, queries, corners);
      for (std::size_t q = 0; q < queries; ++q) {
        std::array<float, D> position;
        for (std::size_t d = 0; d < D; ++d) position[d] = rows[d].lanes[q];
        const GridCell<D> cell = locate(level, position);
        for (std::size_t corner = 0; corner < kCorners<D>; ++corner) {
          ASSERT_EQ(corners.indices[corner * queries + q], vertex_index(level, corner_vertex(cell, corner))) << "query " << q << " of " << queries;
          ASSERT_EQ(std::bit_cast<std::uint32_t>(corners.weights[corner].lanes[q]), std::bit_cast<std::uint32_t>(corner_weight(cell, corner)));
        }
      }
    }
  }
}

TEST(Interpolate, FindsTheCornersOfEachQueryInsideAndOutsideTheCube) {
  Rng rng(9);
  expect_corners_of_each_query<2>(rng);
  expect_corners_of_each_query<3>(rng);
}

TEST(Interpolate, RowsEqualTheScalarFmaOnAnyFeatures) {
  Rng rng(12);
  for (int i = 0; i < 20'000; ++i) {
    const std::size_t corners = i % 2 == 0 ? 8 : 4, count = std::array{1u, 2u, 2u, 4u, 8u, 3u}[rng.below(6)];
    const std::size_t queries = i % 3 == 0 ? 1 + rng.below(kRowQueries) : kRowQueries;
    std::vector<ValueRow> weights(corners), out(count);
    for (ValueRow& row : weights)
      for (float& weight : row.lanes) {
        const float small = rng.unit() * std::ldexp(1.0f, -static_cast<int>(rng.below(24)));
        weight = i % 5 == 0 ? std::bit_cast<float>(static_cast<std::uint32_t>(rng.next())) : small;
      }
    std::vector<Fp16> features(corners * queries * count);
    for (Fp16& feature : features) feature.bits = static_cast<std::uint16_t>(i % 7 == 0 ? rng.next() : rng.next() & 0xBBFFu);
    interpolate(weights, features, queries, out);
    for (std::size_t q = 0; q < queries; ++q) {
      for (std::size_t f = 0; f < count; ++f) {
        Fp16 sum;
        for (std::size_t c = 0; c < corners; ++c)
          sum = fp16_fma(to_fp16(static_cast<double>(weights[c].lanes[q])), features[(c * queries + q) * count + f], sum);
        ASSERT_EQ(to_fp16(static_cast<double>(out[f].lanes[q])), sum) << "query " << q << " of " << queries << ", feature " << f << " of " << count;
      }
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
    const std::vector<Fp16> out = interpolate_one(weights, features, 1);
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
  EXPECT_EQ(to_float(interpolate_one(weights, std::array{big, one, one}, 1)[0]), 2048.0f);
  EXPECT_EQ(to_float(interpolate_one(weights, std::array{one, one, big}, 1)[0]), 2050.0f);
}

TEST(Interpolate, RoundsTheWeightBeforeTheProduct) {
  // The weight 1 + 2^-12 becomes 1; kept in fp32, the product 1025 x (1 + 2^-12) would not be rounded down to 1025 + 2^-2.
  EXPECT_EQ(to_float(interpolate_one(std::array{1.0f + 0x1p-12f, 1.0f}, std::array{to_fp16(1025.0), to_fp16(0.25)}, 1)[0]), 1025.0f);
}

}  // namespace
}  // namespace ngpcsim::models
