#include "models/direction_encoder/spherical_harmonics.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <numbers>

#include "sim/base/rng.h"
#include "tests/unit/values/reference_files.h"

namespace ngpcsim::models {
namespace {

std::array<float, 3> random_direction(Rng& rng) {
  for (;;) {
    const std::array<double, 3> v{2.0 * rng.unit() - 1.0, 2.0 * rng.unit() - 1.0, 2.0 * rng.unit() - 1.0};
    const double length = std::hypot(v[0], v[1], v[2]);
    if (length > 0.1 && length < 1.0) return {static_cast<float>(v[0] / length), static_cast<float>(v[1] / length), static_cast<float>(v[2] / length)};
  }
}

TEST(SphericalHarmonics, AllPublishedRows) {
  const auto path = test::golden_path("sh4.csv");
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "not here: " << path;
  const auto rows = test::csv_rows(path);
  ASSERT_EQ(rows.size(), 7u);
  for (const auto& row : rows) {
    const std::array<float, 3> direction{std::stof(row[0]), std::stof(row[1]), std::stof(row[2])};
    const auto values = spherical_harmonics(direction);
    const auto encoded = encode_direction(direction);
    for (std::size_t i = 0; i < kShValues; ++i) {
      const double published = std::stod(row[3 + i]);
      EXPECT_NEAR(static_cast<double>(values[i]), published, 5e-7) << "sh" << i;
      EXPECT_NEAR(static_cast<double>(to_float(encoded[i])), published, std::abs(published) * 0x1p-11 + 6e-7) << "sh" << i;
    }
  }
}

/// The definition: sqrt(2) K(l,|m|) P(l,|m|)(cos theta) cos or sin(|m| phi), with the phase (-1)^m inside P. The library's assoc_legendre has
/// no phase.
double by_definition(int l, int m, double x, double y, double z) {
  const int order = std::abs(m);
  double factorials = 1.0;
  for (int k = l - order + 1; k <= l + order; ++k) factorials *= k;
  const double norm = std::sqrt((2.0 * l + 1.0) / (4.0 * std::numbers::pi) / factorials);
  const double legendre = std::assoc_legendre(static_cast<unsigned>(l), static_cast<unsigned>(order), z) * (order % 2 == 0 ? 1.0 : -1.0);
  const double phi = std::atan2(y, x);
  if (m == 0) return norm * legendre;
  return std::numbers::sqrt2 * norm * legendre * (m > 0 ? std::cos(order * phi) : std::sin(order * phi));
}

TEST(SphericalHarmonics, EqualTheDefinition) {
  Rng rng(10);
  for (int i = 0; i < 2000; ++i) {
    const std::array<float, 3> d = random_direction(rng);
    const auto values = spherical_harmonics(d);
    // The definition takes sin(theta) from z alone, whose half ulp it divides by sin(theta).
    const double tolerance = 5e-7 / std::hypot(static_cast<double>(d[0]), static_cast<double>(d[1]));
    std::size_t at = 0;
    for (int l = 0; l < 4; ++l) {
      for (int m = -l; m <= l; ++m, ++at) {
        const double expected = by_definition(l, m, static_cast<double>(d[0]), static_cast<double>(d[1]), static_cast<double>(d[2]));
        ASSERT_NEAR(static_cast<double>(values[at]), expected, tolerance) << "l " << l << " m " << m;
      }
    }
  }
}

/// The list of models/direction_encoder/README.md, one line an operation, with its constants as bits.
std::array<float, 16> by_the_readme(float x, float y, float z) {
  const auto c = [](std::uint32_t bits) { return std::bit_cast<float>(bits); };
  const float c0 = c(0x3E906EBB), c1 = c(0x3EFA2A1C), c2 = c(0x3F8BD8A1), c3 = c(0x3F723881), c4 = c(0x3EA17B01), c5 = c(0x3F0BD8A1);
  const float c6 = c(0x3F170D19), c7 = c(0x4038FFC7), c8 = c(0x3EEA01E8), c9 = c(0x3EBF10F8), c10 = c(0x3FB8FFC7);
  // Each result is stored in a volatile, so that nothing is fused or reordered.
  const auto mul = [](float a, float b) { volatile float r = a * b; return r; };
  const auto sub = [](float a, float b) { volatile float r = a - b; return r; };
  const float xy = mul(x, y), xz = mul(x, z), yz = mul(y, z), xx = mul(x, x), yy = mul(y, y), zz = mul(z, z), tilt = sub(1.0f, mul(5.0f, zz));
  return {c0, mul(-c1, y), mul(c1, z), mul(-c1, x), mul(c2, xy), mul(-c2, yz), sub(mul(c3, zz), c4), mul(-c2, xz), sub(mul(c5, xx), mul(c5, yy)),
          mul(mul(c6, y), sub(yy, mul(3.0f, xx))), mul(mul(c7, xy), z), mul(mul(c8, y), tilt), mul(mul(c9, z), sub(mul(5.0f, zz), 3.0f)),
          mul(mul(c8, x), tilt), mul(mul(c10, z), sub(xx, yy)), mul(mul(c6, x), sub(mul(3.0f, yy), xx))};
}

TEST(SphericalHarmonics, FollowTheOrderOfOperationsInTheReadmeBitForBit) {
  Rng rng(11);
  for (int i = 0; i < 20'000; ++i) {
    const std::array<float, 3> d = random_direction(rng);
    const auto values = spherical_harmonics(d), expected = by_the_readme(d[0], d[1], d[2]);
    const auto encoded = encode_direction(d);
    for (std::size_t k = 0; k < kShValues; ++k) {
      ASSERT_EQ(std::bit_cast<std::uint32_t>(values[k]), std::bit_cast<std::uint32_t>(expected[k])) << "sh" << k;
      ASSERT_EQ(encoded[k].bits, std::bit_cast<std::uint16_t>(static_cast<_Float16>(expected[k]))) << "sh" << k;
    }
  }
}

TEST(SphericalHarmonics, RowsEqualTheDirectionsOneByOne) {
  Rng rng(12);
  for (int i = 0; i < 3000; ++i) {
    std::array<ValueRow, 3> directions;
    for (ValueRow& row : directions)
      for (float& x : row.lanes) x = i % 3 == 0 ? std::bit_cast<float>(static_cast<std::uint32_t>(rng.next())) : 2.0f * rng.unit() - 1.0f;
    std::array<ValueRow, kShValues> rows;
    encode_directions(directions, rows);
    for (std::size_t q = 0; q < kRowQueries; ++q) {
      const auto encoded = encode_direction({directions[0].lanes[q], directions[1].lanes[q], directions[2].lanes[q]});
      for (std::size_t k = 0; k < kShValues; ++k) ASSERT_EQ(to_fp16(static_cast<double>(rows[k].lanes[q])), encoded[k]) << "sh" << k << " query " << q;
    }
  }
}

}  // namespace
}  // namespace ngpcsim::models
