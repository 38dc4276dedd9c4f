#include "models/common/grid_levels.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

#include "tests/unit/values/reference_files.h"

namespace ngpcsim::models {
namespace {

const InputLocation kHere{"levels.xml", 7};

EncodingParams encoding(GridKind grid, std::uint32_t dims, std::uint32_t levels, std::uint32_t features, std::uint32_t log2_entries, std::uint32_t base, double growth) {
  EncodingParams p;
  p.grid = grid;
  p.dims = dims;
  p.levels = levels;
  p.features = features;
  p.log2_table_entries = log2_entries;
  p.base_resolution = base;
  p.per_level_scale = growth;
  return p;
}

EncodingParams encoding_of(const nlohmann::json& row) {
  const std::string grid = row["grid"];
  const GridKind kind = grid == "Hash" ? GridKind::kHash : grid == "Dense" ? GridKind::kDense : GridKind::kTiled;
  return encoding(kind, row["dims"], row["L"], row["F"], row["log2T"], row["N_min"], row["b"]);
}

/// Finest resolution of the configurations whose growth factor the programs derive themselves, and the aabb_scale; 0 where it is a given number.
std::pair<std::uint32_t, std::uint32_t> derived_from(const std::string& name) {
  if (name == "NeRF/hashgrid") return {2048, 4};
  if (name == "NSDF/hashgrid" || name == "golden/nerf_L16F2T19_aabb1") return {2048, 1};
  if (name == "GIA/hashgrid") return {512, 1};
  if (name == "NVR/hashgrid") return {612, 1};
  const std::string prefix = "HEAD/nerf_";
  const auto aabb = name.rfind("_aabb");
  if (name.starts_with(prefix) && aabb != std::string::npos) return {2048, static_cast<std::uint32_t>(std::stoul(name.substr(aabb + 5)))};
  return {0, 1};
}

/// A C library's fp32 functions gave the published resolutions: one more or less is fine where we say that the scale sits on an ulp.
void expect_published_levels(const std::vector<GridLevel>& levels, const nlohmann::json& row, const std::string& name) {
  ASSERT_EQ(levels.size(), row["levels"].size()) << name;
  for (const nlohmann::json& published : row["levels"]) {
    const std::size_t number = published["level"];
    const GridLevel& level = levels[number];
    const double scale = published["scale"];
    EXPECT_NEAR(static_cast<double>(level.scale), scale, 1e-6 * (1.0 + scale)) << name << " level " << number;
    const bool same = level.resolution == published["resolution"].get<std::uint32_t>();
    if (!same) {
      EXPECT_NEAR(static_cast<double>(level.resolution), published["resolution"].get<double>(), 1.0);
      EXPECT_TRUE(level.resolution_is_marginal) << name << " level " << number;
      continue;
    }
    EXPECT_EQ(level.entries, published["entries"].get<std::uint32_t>()) << name << " level " << number;
    EXPECT_EQ(level.hashed, published["hashed"].get<bool>()) << name << " level " << number;
    EXPECT_EQ(level.offset, published["offset_entries"].get<std::uint64_t>()) << name << " level " << number;
  }
  EXPECT_EQ(total_entries(levels), row["total_entries"].get<std::uint64_t>()) << name;
}

TEST(GridLevels, AllPublishedConfigurations) {
  const auto path = test::golden_path("ngp_reference_values.json");
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "not here: " << path;
  std::ifstream file(path);
  const nlohmann::json rows = nlohmann::json::parse(file);
  ASSERT_EQ(rows.size(), 29u);
  int derived = 0;
  for (const nlohmann::json& row : rows) {
    const std::string name = row["name"];
    EncodingParams p = encoding_of(row);
    const auto [finest, aabb] = derived_from(name);
    if (finest != 0) {
      p.per_level_scale = 0.0;
      p.finest_resolution = finest;
      EXPECT_NEAR(static_cast<double>(growth_factor(p, aabb)), row["b"].get<double>(), 1e-6) << name;
      ++derived;
    }
    expect_published_levels(make_grid_levels(p, aabb, kHere), row, name);
  }
  EXPECT_EQ(derived, 16);
}

TEST(GridLevels, PublishedConfigurationsFromTheirOwnScales) {
  const auto path = test::golden_path("ngp_reference_values.json");
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "not here: " << path;
  std::ifstream file(path);
  for (const nlohmann::json& row : nlohmann::json::parse(file)) {
    std::vector<float> scales;
    for (const nlohmann::json& level : row["levels"]) scales.push_back(level["scale"].get<float>());
    // Six decimals name an fp32 number above 8 uniquely (half an ulp is 4.8e-7 there), and the few smaller scales are integers.
    const std::vector<GridLevel> levels = make_grid_levels(encoding_of(row), scales, kHere);
    expect_published_levels(levels, row, row["name"]);
  }
}

struct PrintedTotal {
  EncodingParams encoding;
  std::uint32_t aabb_scale;
  std::uint64_t parameters;
};

/// Parameter counts that instant-ngp and tiny-cuda-nn printed in public logs.
TEST(GridLevels, TotalsPrintedByTheRealPrograms) {
  const std::vector<PrintedTotal> cases{
      {encoding(GridKind::kHash, 3, 16, 2, 19, 16, 0.0), 1, 12'196'240},
      {encoding(GridKind::kHash, 3, 16, 2, 19, 16, 0.0), 4, 13'074'912},
      {encoding(GridKind::kHash, 3, 20, 2, 16, 32, 1.5), 1, 2'555'904},
      {encoding(GridKind::kDense, 2, 8, 8, 19, 2, 2.0), 1, 699'072},
      {encoding(GridKind::kHash, 2, 2, 2, 19, 16, 1.4), 1, 1'584},
  };
  for (const PrintedTotal& c : cases) {
    EXPECT_EQ(total_entries(make_grid_levels(c.encoding, c.aabb_scale, kHere)) * c.encoding.features, c.parameters);
  }
}

TEST(GridLevels, RoundingToEightComesBeforeTheLimitAndDecidesHashing) {
  // 5^3 = 125 rounds to 128 = 2^7: the level is dense although 125 is no multiple of 8. 2^6 entries hash it.
  EXPECT_FALSE(make_grid_levels(encoding(GridKind::kHash, 3, 1, 2, 7, 5, 1.0), 1, kHere)[0].hashed);
  EXPECT_EQ(make_grid_levels(encoding(GridKind::kHash, 3, 1, 2, 7, 5, 1.0), 1, kHere)[0].entries, 128u);
  EXPECT_TRUE(make_grid_levels(encoding(GridKind::kHash, 3, 1, 2, 6, 5, 1.0), 1, kHere)[0].hashed);
  // Tiled: min(27 rounded to 32, 3^3) leaves 27, no multiple of 8.
  EXPECT_EQ(make_grid_levels(encoding(GridKind::kTiled, 3, 1, 2, 19, 3, 1.0), 1, kHere)[0].entries, 27u);
}

TEST(GridLevels, OneLevelNeedsNoGrowth) {
  const EncodingParams p = encoding(GridKind::kHash, 3, 1, 2, 19, 16, 0.0);
  EXPECT_EQ(growth_factor(p, 4), 1.0f);
  const std::vector<GridLevel> levels = make_grid_levels(p, 4, kHere);
  ASSERT_EQ(levels.size(), 1u);
  EXPECT_EQ(levels[0].scale, 15.0f);
  EXPECT_EQ(levels[0].resolution, 16u);
  EXPECT_EQ(levels[0].strides, (std::array<std::uint32_t, 3>{1, 16, 256}));
}

TEST(GridLevels, VeryFineLevelsDoNotOverflow) {
  // 2^19 x 2^19 x 2^19 cells need 57 bits, and 1626^3 is the first cube above 2^32 (the bound 1625 of tiny-cuda-nn).
  const std::vector<GridLevel> hashed = make_grid_levels(encoding(GridKind::kHash, 3, 16, 2, 19, 16, 2.0), 1, kHere);
  EXPECT_EQ(hashed[15].resolution, 524288u);
  EXPECT_TRUE(hashed[15].hashed);
  EXPECT_EQ(hashed[15].entries, 1u << 19);
  for (const std::uint32_t base : {1625u, 1626u, 4096u}) EXPECT_TRUE(make_grid_levels(encoding(GridKind::kHash, 3, 1, 2, 30, base, 1.0), 1, kHere)[0].hashed) << base;
  // A dense level is cut off at half the range of uint32, rounded up to 8.
  EXPECT_EQ(make_grid_levels(encoding(GridKind::kDense, 3, 1, 2, 19, 2048, 1.0), 1, kHere)[0].entries, 0x80000000u);
  EXPECT_EQ(total_entries(make_grid_levels(encoding(GridKind::kDense, 3, 4, 2, 19, 2048, 1.0), 1, kHere)), 4ull << 31);
}

TEST(GridLevels, MarksResolutionsThatSitOnOneUlp) {
  // Scales of GIA (b = 2^(1/3)) return to integers at every third level; with b = 2 they are integers by construction.
  EncodingParams gia = encoding(GridKind::kHash, 2, 16, 2, 24, 16, 0.0);
  gia.finest_resolution = 512;
  const std::vector<GridLevel> levels = make_grid_levels(gia, 1, kHere);
  for (std::size_t i = 0; i < levels.size(); ++i) EXPECT_EQ(levels[i].resolution_is_marginal, i != 0 && i % 3 == 0) << i;
  for (const GridLevel& level : make_grid_levels(encoding(GridKind::kHash, 3, 8, 4, 19, 16, 2.0), 1, kHere)) EXPECT_FALSE(level.resolution_is_marginal);
}

TEST(GridLevels, BadInputNamesThePlaceAndTheRange) {
  const EncodingParams good = encoding(GridKind::kHash, 3, 16, 2, 19, 16, 1.5);
  const auto message = [&](auto change) -> std::string {
    EncodingParams bad = good;
    change(bad);
    try {
      (void)make_grid_levels(bad, 1, kHere);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message([](EncodingParams&) {}), "");
  EXPECT_EQ(message([](EncodingParams& p) { p.levels = 0; }), "levels.xml:7: levels = 0; allowed: 1 .. 32");
  EXPECT_EQ(message([](EncodingParams& p) { p.features = 3; }), "levels.xml:7: features = 3; allowed: 1, 2, 4, 8");
  EXPECT_NE(message([](EncodingParams& p) { p.dims = 4; }), "");
  EXPECT_NE(message([](EncodingParams& p) { p.log2_table_entries = 31; }), "");
  EXPECT_NE(message([](EncodingParams& p) { p.per_level_scale = -1.0; }), "");
  EXPECT_NE(message([](EncodingParams& p) { p.per_level_scale = std::nan(""); }), "");
  EXPECT_NE(message([](EncodingParams& p) { p.per_level_scale = std::numeric_limits<double>::infinity(); }), "");
  EXPECT_NE(message([](EncodingParams& p) { p.per_level_scale = 8.0; }), "") << "16 x 8^15 = 2^49 vertices";
  EXPECT_NE(message([](EncodingParams& p) { p.base_resolution = 0; }), "");
  EXPECT_THROW((void)make_grid_levels(good, std::vector<float>{15.0f}, kHere), InputError);
  std::vector<float> scales(16, 15.0f);
  EXPECT_NO_THROW((void)make_grid_levels(good, scales, kHere));
  for (const float scale : {-1.0f, 3e9f, std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    scales[3] = scale;
    EXPECT_THROW((void)make_grid_levels(good, scales, kHere), InputError) << scale;
  }
}

}  // namespace
}  // namespace ngpcsim::models
