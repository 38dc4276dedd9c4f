#include "workloads/import/occupancy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/base/error.h"
#include "tests/unit/workloads/support.h"
#include "workloads/apps/march_grid.h"

namespace ngpcsim::workloads {
namespace {

constexpr std::size_t kCascade = 128 * 128 * 128 / 8;

std::string header(std::uint32_t words) {
  std::string bytes(8, '\0');
  for (std::size_t i = 0; i < 4; ++i) bytes[4 + i] = static_cast<char>(words >> (8 * i) & 255);
  return bytes;
}

std::string occupancy_message(const std::filesystem::path& path) {
  try {
    (void)read_occupancy(path);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Occupancy, AnyNumberOfCascadesWithAndWithoutHeader) {
  for (std::uint32_t cascades = 1; cascades <= 8; ++cascades)
    for (const bool with_header : {false, true}) {
      std::string bits(cascades * kCascade, '\0');
      // Cell (x 5, y 3, z 1) of the last cascade: bit k of the index triple k is (z, y, x): 5 = 101, 3 = 011, 1 = 001 give
      // (0,0,1), (0,1,0), (1,1,1).
      const std::size_t index = 0b001'010'111;
      bits[(cascades - 1) * kCascade + index / 8] = static_cast<char>(1u << (index % 8));
      const test::TemporaryFile file("bits.bin", (with_header ? header(cascades * static_cast<std::uint32_t>(kCascade / 4)) : "") + bits);
      const OccupancyGrid grid = read_occupancy(file.path());
      ASSERT_EQ(grid.cascades, cascades);
      EXPECT_TRUE(grid.occupied(cascades - 1, 5, 3, 1));
      for (std::uint32_t c = 0; c < cascades; ++c) EXPECT_EQ(grid.count(c), c + 1 == cascades ? 1u : 0u);
    }
}

TEST(Occupancy, BadFilesAreNamedWithTheirSizes) {
  using testing::AllOf;
  using testing::HasSubstr;
  EXPECT_THAT(occupancy_message("no/such.bin"), testing::StartsWith("no/such.bin: no such file"));
  const test::TemporaryFile truncated("t.bin", std::string(kCascade - 1, '\0'));
  EXPECT_THAT(occupancy_message(truncated.path()), AllOf(HasSubstr(truncated.path().string()), HasSubstr("262143 bytes"), HasSubstr("262144")));
  const test::TemporaryFile empty("e.bin", "");
  EXPECT_THAT(occupancy_message(empty.path()), HasSubstr("0 bytes"));
  const test::TemporaryFile nine("n.bin", std::string(9 * kCascade, '\0'));
  EXPECT_THAT(occupancy_message(nine.path()), HasSubstr(std::to_string(9 * kCascade)));
  const test::TemporaryFile odd("o.bin", std::string(2 * kCascade + 4, '\0'));
  EXPECT_THAT(occupancy_message(odd.path()), HasSubstr("no whole number of cascades"));
  const test::TemporaryFile lies("l.bin", header(1234) + std::string(kCascade, '\0'));
  EXPECT_THAT(occupancy_message(lies.path()), AllOf(HasSubstr("announces 4936 bytes"), HasSubstr("262144 follow")));
  const test::TemporaryFile json("j.bin", "{\"frames\": []}");
  EXPECT_THAT(occupancy_message(json.path()), HasSubstr("JSON"));
}

TEST(Occupancy, LegoHasThePublishedNumberOfCells) {
  const auto file = test::data_dir() / "nerf/lego/density_bitfield.bin";
  if (!std::filesystem::exists(file)) GTEST_SKIP() << "public inputs are absent";
  const OccupancyGrid grid = read_occupancy(file);
  EXPECT_EQ(grid.cascades, 1u);
  EXPECT_EQ(grid.count(0), 82688u);  // the data set's own note: 3.94 % set
}

TEST(MarchGrid, HoldsTheSameCells) {
  OccupancyGrid grid;
  grid.cascades = 3;
  grid.bits.resize(3 * kCascade);
  std::uint64_t state = 1;
  for (auto& byte : grid.bits) byte = static_cast<std::uint8_t>((state = state * 6364136223846793005ull + 1442695040888963407ull) >> 60 == 0 ? state >> 40 : 0);
  const MarchGrid march(grid, 2);
  EXPECT_EQ(march.cascades(), 2u);
  for (std::uint32_t c = 0; c < 2; ++c)
    for (std::uint32_t z = 0; z < 128; ++z)
      for (std::uint32_t y = 0; y < 128; ++y)
        for (std::uint32_t x = 0; x < 128; ++x) ASSERT_EQ(march.occupied(c, x, y, z), grid.occupied(c, x, y, z)) << c << ' ' << x << ' ' << y << ' ' << z;
}

}  // namespace
}  // namespace ngpcsim::workloads
