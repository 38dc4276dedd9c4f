#include "models/common/grid_index.h"

#include <gtest/gtest.h>

#include <map>

#include "sim/base/rng.h"
#include "tests/unit/values/reference_files.h"

namespace ngpcsim::models {
namespace {

using Row = std::vector<std::string>;

std::uint32_t integer(const std::string& text) { return static_cast<std::uint32_t>(std::stoull(text)); }

GridKind kind_of(const std::string& config) {
  if (config.starts_with("densegrid")) return GridKind::kDense;
  if (config.starts_with("lowres")) return GridKind::kTiled;
  return GridKind::kHash;
}

/// config,level,x,y,z,scale,resolution,entries,offset_entries,corner,gx,gy,gz,hashed,index_in_level,weight; z and gz empty in 2-D.
template <std::size_t D>
void expect_row(const Row& row) {
  EncodingParams p;
  p.grid = kind_of(row[0]);
  p.dims = D;
  p.levels = 1;
  p.log2_table_entries = row[0].starts_with("gia") ? 24 : 19;
  p.base_resolution = row[0].starts_with("lowres") ? 128 : 16;
  const float scale = std::stof(row[5]);
  const GridLevel level = make_grid_levels(p, std::array{scale}, {"grid_index.csv"})[0];
  EXPECT_EQ(level.resolution, integer(row[6]));
  EXPECT_EQ(level.entries, integer(row[7]));
  EXPECT_EQ(level.hashed, row[13] == "1");

  std::array<float, D> position;
  for (std::size_t d = 0; d < D; ++d) position[d] = std::stof(row[2 + d]);
  const std::size_t corner = integer(row[9]);
  const GridCell<D> cell = locate(level, position);
  const std::array<std::uint32_t, D> vertex = corner_vertex(cell, corner);
  for (std::size_t d = 0; d < D; ++d) EXPECT_EQ(vertex[d], integer(row[10 + d]));
  EXPECT_EQ(vertex_index(level, vertex), integer(row[14]));
  EXPECT_EQ(corner_weight(cell, corner), std::stof(row[15]));
}

TEST(GridIndex, AllPublishedRows) {
  const auto path = test::golden_path("grid_index.csv");
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "not here: " << path;
  const std::vector<Row> rows = test::csv_rows(path);
  ASSERT_EQ(rows.size(), 2400u);
  std::map<std::string, int> per_config;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    SCOPED_TRACE("line " + std::to_string(i + 2));
    ++per_config[rows[i][0]];
    if (rows[i][4].empty()) expect_row<2>(rows[i]);
    else expect_row<3>(rows[i]);
    if (HasFailure()) return;
  }
  EXPECT_EQ(per_config.size(), 5u);
}

TEST(GridIndex, PublishedHashes) {
  const auto path = test::golden_path("hash3.csv");
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "not here: " << path;
  const std::vector<Row> rows = test::csv_rows(path);
  ASSERT_EQ(rows.size(), 12u);
  for (const Row& row : rows) {
    const std::array<std::uint32_t, 3> vertex{integer(row[0]), integer(row[1]), integer(row[2])};
    EXPECT_EQ(spatial_hash(vertex), integer(row[3]));
    GridLevel level;
    level.hashed = true;
    constexpr std::array<std::uint32_t, 5> kLog2Entries{14, 15, 19, 21, 24};
    for (std::size_t i = 0; i < kLog2Entries.size(); ++i) {
      level.entries = 1u << kLog2Entries[i];
      EXPECT_EQ(vertex_index(level, vertex), integer(row[4 + i]));
    }
  }
}

TEST(GridIndex, TheLastVertexWrapsInDenseLevels) {
  // 16^3: at x = 1 the cell is (15, ...), fraction 0.5, and the upper corner is vertex 16: one row up; in z it wraps to 0.
  EncodingParams p;
  p.levels = 1;
  const GridLevel level = make_grid_levels(p, 1, {"test"})[0];
  const GridCell<3> cell = locate<3>(level, {1.0f, 1.0f, 1.0f});
  EXPECT_EQ(cell.lower, (std::array<std::uint32_t, 3>{15, 15, 15}));
  EXPECT_EQ(cell.fraction[0], 0.5f);
  EXPECT_EQ(vertex_index(level, corner_vertex(cell, 1)), (16u + 15 * 16 + 15 * 256) % 4096);
  EXPECT_EQ(vertex_index(level, corner_vertex(cell, 7)), (16u + 16 * 16 + 16 * 256) % 4096);
}

TEST(GridIndex, PositionsOutsideTheCubeWrapAndStayInTheTable) {
  Rng rng(5);
  for (const std::uint32_t resolution : {16u, 59u, 2048u}) {
    EncodingParams p;
    p.levels = 1;
    p.base_resolution = resolution;
    const GridLevel level = make_grid_levels(p, 1, {"test"})[0];
    for (int i = 0; i < 1000; ++i) {
      std::array<float, 3> position;
      for (float& x : position) x = (rng.unit() - 0.5f) * 400.0f;
      const GridCell<3> cell = locate(level, position);
      for (std::size_t d = 0; d < 3; ++d) {
        // Product and sum are exact in 64 bits (|sum| < 2^20, last bit at least 2^-40), so one rounding to fp32 remains.
        const long double exact = static_cast<long double>(level.scale) * static_cast<long double>(position[d]) + 0.5L;
        const double place = static_cast<double>(static_cast<float>(exact));
        const double lower = std::floor(place);
        EXPECT_EQ(cell.lower[d], static_cast<std::uint32_t>(static_cast<std::int64_t>(lower) & 0xFFFFFFFF));
        EXPECT_EQ(static_cast<double>(cell.fraction[d]), place - lower);
      }
      for (std::size_t corner = 0; corner < 8; ++corner) EXPECT_LT(vertex_index(level, corner_vertex(cell, corner)), level.entries);
    }
  }
}

TEST(GridIndex, WeightsOfACellSumToOne) {
  Rng rng(6);
  for (int i = 0; i < 1000; ++i) {
    GridCell<3> cell{};
    for (float& f : cell.fraction) f = rng.unit();
    double sum = 0.0;
    for (std::size_t corner = 0; corner < 8; ++corner) sum += static_cast<double>(corner_weight(cell, corner));
    EXPECT_NEAR(sum, 1.0, 8 * 3 * 0x1p-24);
  }
}

}  // namespace
}  // namespace ngpcsim::models
