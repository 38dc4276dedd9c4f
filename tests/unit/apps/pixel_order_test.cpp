#include "workloads/apps/pixel_order.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <utility>

namespace ngpcsim::workloads {
namespace {

TEST(PixelWalk, VisitsEachPixelOnceInEveryOrder) {
  for (const PixelOrder order : {PixelOrder::kRow, PixelOrder::kTile, PixelOrder::kMorton}) {
    for (const auto& [width, height] : {std::pair{1u, 1u}, std::pair{3u, 7u}, std::pair{8u, 8u}, std::pair{17u, 9u}, std::pair{40u, 3u}}) {
      const PixelWalk walk(width, height, {.order = order, .tile = 8});
      ASSERT_EQ(walk.pixels(), std::uint64_t{width} * height);
      std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
      for (std::uint64_t i = 0; i < walk.pixels(); ++i) {
        const Pixel pixel = walk.at(i);
        ASSERT_LT(pixel.x, width);
        ASSERT_LT(pixel.y, height);
        seen.emplace(pixel.x, pixel.y);
      }
      EXPECT_EQ(seen.size(), walk.pixels()) << width << " x " << height;
    }
  }
}

TEST(PixelWalk, TilesAndCurvesAsDrawn) {
  // 5 x 4 in tiles of 2: the first row of tiles has columns 0-1, 2-3 and 4.
  const PixelWalk tiles(5, 4, {.order = PixelOrder::kTile, .tile = 2});
  EXPECT_EQ(tiles.at(0), (Pixel{0, 0}));
  EXPECT_EQ(tiles.at(2), (Pixel{0, 1}));
  EXPECT_EQ(tiles.at(4), (Pixel{2, 0}));
  EXPECT_EQ(tiles.at(8), (Pixel{4, 0}));
  EXPECT_EQ(tiles.at(9), (Pixel{4, 1}));
  EXPECT_EQ(tiles.at(10), (Pixel{0, 2}));
  // Along the curve of 4 x 4: x lowest.
  const PixelWalk curve(4, 4, {.order = PixelOrder::kMorton, .tile = 4});
  EXPECT_EQ(curve.at(1), (Pixel{1, 0}));
  EXPECT_EQ(curve.at(2), (Pixel{0, 1}));
  EXPECT_EQ(curve.at(4), (Pixel{2, 0}));
  EXPECT_EQ(curve.at(15), (Pixel{3, 3}));
}

TEST(PixelWalk, AFoveaKeepsFewerPixelsOutside) {
  const PixelWalk walk(64, 64, {.order = PixelOrder::kRow, .tile = 16, .fovea_radius = 0.25, .mid_radius = 0.75});
  std::uint64_t inner = 0;
  for (std::uint64_t i = 0; i < walk.pixels(); ++i) {
    const Pixel pixel = walk.at(i);
    const double x = pixel.x + 0.5 - 32.0, y = pixel.y + 0.5 - 32.0, away = std::sqrt(x * x + y * y) / 32.0;
    inner += away <= 0.25 ? 1u : 0u;
    EXPECT_TRUE(away <= 0.95 || (pixel.x % 4 == 0 && pixel.y % 4 == 0)) << pixel.x << ", " << pixel.y;
  }
  std::uint64_t all_inner = 0;
  for (int y = 0; y < 64; ++y)
    for (int x = 0; x < 64; ++x) all_inner += std::sqrt((x - 31.5) * (x - 31.5) + (y - 31.5) * (y - 31.5)) / 32.0 <= 0.25 ? 1u : 0u;
  EXPECT_EQ(inner, all_inner);
  EXPECT_LT(walk.pixels(), 64u * 64u / 3);
}

}  // namespace
}  // namespace ngpcsim::workloads
