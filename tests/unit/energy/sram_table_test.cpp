#include "models/energy/sram_table.h"

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

namespace ngpcsim::energy {
namespace {

TEST(SramTable, IsExactAtRowsAndColumns) {
  const SramTable table;
  for (std::size_t row = 0; row < SramTable::kPoints; ++row) {
    const std::uint64_t bytes = SramTable::kSmallestBytes << row;
    const SramPoint& point = table.points[row];
    EXPECT_EQ(table.figures(bytes, 32).read_pj, point.read_32_pj);
    EXPECT_EQ(table.figures(bytes, 64).read_pj, point.read_64_pj);
    EXPECT_EQ(table.figures(bytes, 128).write_pj, point.write_128_pj);
    EXPECT_EQ(table.figures(bytes, 256).write_pj, point.write_256_pj);
    EXPECT_EQ(table.figures(bytes, 64).leakage_mw, point.leakage_mw);
    EXPECT_EQ(table.figures(bytes, 64).area_mm2, point.area_mm2);
    EXPECT_EQ(table.figures(bytes, 64).access_ns, point.access_ns);
  }
}

TEST(SramTable, SizesBetweenRowsAreGeometric) {
  const SramTable table;
  // Between 1 and 2 MiB on log axes: the part log2(1.5) of the way.
  const double part = std::log2(1.5);
  const SramPoint& low = table.points[7];
  const SramPoint& high = table.points[8];
  const SramFigures figures = table.figures(1536 * 1024, 64);
  EXPECT_NEAR(figures.read_pj, low.read_64_pj * std::pow(high.read_64_pj / low.read_64_pj, part), 1e-10);
  EXPECT_NEAR(figures.area_mm2, low.area_mm2 * std::pow(high.area_mm2 / low.area_mm2, part), 1e-12);
}

TEST(SramTable, SizesOutsideContinueTheOutermostSlope) {
  const SramTable table;
  const auto& p = table.points;
  EXPECT_DOUBLE_EQ(table.figures(4 << 20, 64).read_pj, p[8].read_64_pj * p[8].read_64_pj / p[7].read_64_pj);
  EXPECT_DOUBLE_EQ(table.figures(4 << 10, 64).read_pj, p[0].read_64_pj * p[0].read_64_pj / p[1].read_64_pj);
}

TEST(SramTable, WidthsBetweenColumnsAreLinear) {
  const SramTable table;
  const SramPoint& p = table.points[4];
  const std::uint64_t bytes = 128 * 1024;
  EXPECT_DOUBLE_EQ(table.figures(bytes, 48).read_pj, (p.read_32_pj + p.read_64_pj) / 2.0);
  EXPECT_EQ(table.figures(bytes, 16).read_pj, p.read_32_pj) << "a narrow word reads a 32-bit one";
  EXPECT_DOUBLE_EQ(table.figures(bytes, 512).write_pj, 2.0 * p.write_256_pj) << "two macros side by side";
}

TEST(SramTable, LargerMacrosAreLargerAndLeakMore) {
  const SramTable table;
  SramFigures before = table.figures(1024, 64);
  for (std::uint64_t bytes = 1024 + 512; bytes <= 4u << 20; bytes += bytes / 2) {
    const SramFigures now = table.figures(bytes, 64);
    EXPECT_GT(now.area_mm2, before.area_mm2) << bytes;
    EXPECT_GT(now.leakage_mw, before.leakage_mw) << bytes;
    EXPECT_GT(now.read_pj, before.read_pj) << bytes;
    before = now;
  }
}

TEST(SramTable, NoBytesCostNothing) {
  const SramFigures none = SramTable{}.figures(0, 64);
  EXPECT_EQ(none.read_pj + none.write_pj + none.leakage_mw + none.area_mm2, 0.0);
}

// The built-in rows against the CACTI runs they come from: every 45 nm row and column.
TEST(SramTable, HoldsTheCactiRuns) {
  namespace fs = std::filesystem;
  const char* const set = std::getenv("NGPCSIM_DATA");
  const fs::path data = set != nullptr ? fs::path(set) : fs::path(NGPCSIM_SOURCE_DIR) / ".." / "shared" / "data";
  std::ifstream file(data / "energy" / "cacti_sram_lstp_itrs.csv");
  if (!file) GTEST_SKIP() << "no CACTI runs under " << data;
  const SramTable table;
  std::string line;
  std::getline(file, line);
  int rows = 0;
  while (std::getline(file, line)) {
    for (char& c : line) c = c == ',' ? ' ' : c;
    std::istringstream fields(line);
    double node = 0, kib = 0, bits = 0, access = 0, cycle = 0, read = 0, write = 0, leakage = 0, area = 0;
    fields >> node >> kib >> bits >> access >> cycle >> read >> write >> leakage >> area;
    ASSERT_TRUE(fields) << line;
    if (node != 45.0) continue;
    const SramFigures figures = table.figures(static_cast<std::uint64_t>(kib) * 1024, static_cast<std::uint64_t>(bits));
    EXPECT_NEAR(figures.read_pj, read, 1e-5 * read) << line;
    EXPECT_NEAR(figures.write_pj, write, 1e-5 * write) << line;
    if (bits == 64.0) {
      EXPECT_NEAR(figures.leakage_mw, leakage, 1e-5 * leakage) << line;
      EXPECT_NEAR(figures.area_mm2, area, 1e-5 * area) << line;
      EXPECT_NEAR(figures.access_ns, access, 1e-5 * access) << line;
    }
    ++rows;
  }
  EXPECT_EQ(rows, 36);
}

}  // namespace
}  // namespace ngpcsim::energy
