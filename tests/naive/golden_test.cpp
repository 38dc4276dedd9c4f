#include <cmath>
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "tests/naive/direction_unit.h"
#include "tests/naive/grid_index.h"
#include "tests/naive/half.h"

// The twin against published-algorithm vectors that neither it nor the model produced.
namespace ngpcsim::naive {
namespace {

/// Rows of a CSV file in the folder of reference vectors beside the sources, without the header; empty where it is absent.
[[nodiscard]] std::vector<std::vector<std::string>> rows(const std::string& name) {
  std::ifstream file(std::string(NGPCSIM_SOURCE_DIR) + "/../shared/reference/golden/" + name);
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(file, line);) {
    std::vector<std::string> cells;
    std::istringstream text(line);
    for (std::string cell; std::getline(text, cell, ',');) cells.push_back(cell);
    rows.push_back(cells);
  }
  if (!rows.empty()) rows.erase(rows.begin());
  return rows;
}

/// Names are like nsdf_L16F2T19: kind of grid or application, levels, features, log2 of the table.
[[nodiscard]] GridSetup grid_named(const std::string& name) {
  GridSetup grid;
  if (name.starts_with("gia")) grid.dims = 2;
  if (name.starts_with("densegrid")) grid.kind = Grid::kDense;
  if (name.starts_with("lowres")) {
    grid.kind = Grid::kTiled;
    grid.base_resolution = 128;
  }
  const std::size_t table = name.rfind('T');
  if (table != std::string::npos) grid.log2_table_entries = static_cast<unsigned>(std::stoul(name.substr(table + 1)));
  return grid;
}

TEST(NaiveGolden, GridIndices) {
  const auto table = rows("grid_index.csv");
  if (table.empty()) GTEST_SKIP() << "../shared/reference/golden/grid_index.csv is absent";
  for (const auto& row : table) {
    const GridSetup grid = grid_named(row[0]);
    const Level level{std::stof(row[5]), {}};
    ASSERT_EQ(resolution(level), std::stoul(row[6])) << row[0] << " level " << row[1];
    ASSERT_EQ(entries(grid, level), std::stoul(row[7])) << row[0] << " level " << row[1];

    Query query;
    for (unsigned d = 0; d < grid.dims; ++d) query.position[d] = std::stof(row[2 + d]);
    const Cell cell = locate(grid, level, query);
    const auto corner = static_cast<unsigned>(std::stoul(row[9]));
    for (unsigned d = 0; d < grid.dims; ++d) {
      ASSERT_EQ(cell.corner[d] + ((corner >> d) & 1U), std::stoul(row[10 + d])) << row[0] << " level " << row[1] << " dimension " << d;
    }
    ASSERT_EQ(corner_entry(grid, level, cell, corner), std::stoul(row[14])) << row[0] << " level " << row[1] << " corner " << corner;
    // Printed with nine digits of a double: fp32 arithmetic leaves the fraction an error of up to half a unit of a coordinate.
    ASSERT_NEAR(corner_weight(grid, cell, corner), std::stod(row[15]), 1e-6 + 2e-7 * static_cast<double>(level.scale)) << row[0];
  }
}

TEST(NaiveGolden, SphericalHarmonics) {
  const auto table = rows("sh4.csv");
  if (table.empty()) GTEST_SKIP() << "../shared/reference/golden/sh4.csv is absent";
  for (const auto& row : table) {
    const float direction[3] = {std::stof(row[0]), std::stof(row[1]), std::stof(row[2])};
    const std::vector<Half> values = spherical_harmonics(direction);
    // One rounding to fp16 of a number below 1 is off by at most 2^-12.
    for (unsigned i = 0; i < 16; ++i) EXPECT_NEAR(to_float(values[i]), std::stof(row[3 + i]), 0x1p-12 + 1e-6) << i;
  }
}

}  // namespace
}  // namespace ngpcsim::naive
