#include "workloads/import/morton.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "tests/unit/workloads/support.h"

namespace ngpcsim::workloads {
namespace {

TEST(Morton, InterleavesBitByBit) {
  for (std::uint32_t v = 0; v < 1024; ++v) {
    std::uint32_t spread = 0;
    for (std::uint32_t bit = 0; bit < 10; ++bit) spread |= (v >> bit & 1u) << (3 * bit);
    ASSERT_EQ(spread_bits(v), spread) << v;
    ASSERT_EQ(gather_bits(spread), v);
    ASSERT_EQ(gather_bits(spread | (spread_bits(1023 - v) << 1) | (spread_bits(v ^ 341) << 2)), v) << "other axes must not leak in";
  }
}

TEST(Morton, EqualsReferenceVectors) {
  std::ifstream in(test::reference_dir() / "golden/morton3.csv");
  if (!in) GTEST_SKIP() << "reference vectors are absent";
  std::string line;
  std::getline(in, line);
  std::size_t rows = 0;
  for (; std::getline(in, line); ++rows) {
    for (char& c : line)
      if (c == ',') c = ' ';
    std::istringstream fields(line);
    std::uint32_t x = 0, y = 0, z = 0, expected = 0;
    ASSERT_TRUE(fields >> x >> y >> z >> expected) << line;
    ASSERT_EQ(morton3(x, y, z), expected) << line;
  }
  EXPECT_GT(rows, 0u);
}

}  // namespace
}  // namespace ngpcsim::workloads
