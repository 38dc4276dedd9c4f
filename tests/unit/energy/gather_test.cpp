#include <list>
#include <map>
#include <numeric>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "models/gpu/gather.h"

namespace ngpcsim::gpu {
namespace {

TEST(SectorCache, FetchesSectorsOneByOneAndReplacesTheLineUsedLongestAgo) {
  SectorCache cache(2 * 128, 2);  // one set of two lines
  EXPECT_FALSE(cache.access(0));
  EXPECT_TRUE(cache.access(0));
  EXPECT_FALSE(cache.access(1));  // the same line, another sector
  EXPECT_FALSE(cache.access(4));  // a second line
  EXPECT_TRUE(cache.access(1));   // the first is the newer one now
  EXPECT_FALSE(cache.access(8));  // replaces the second
  EXPECT_TRUE(cache.access(0));
  EXPECT_FALSE(cache.access(4));
}

/// The same from lists and sets, sector by sector.
class SlowCache {
 public:
  SlowCache(std::uint64_t bytes, std::uint32_t ways) : sets_(std::max<std::uint64_t>(1, bytes / 128 / ways)), ways_(ways) {}
  bool access(std::uint64_t sector) {
    std::list<std::pair<std::uint64_t, std::set<std::uint64_t>>>& lines = lines_[sector / 4 % sets_];
    auto at = std::find_if(lines.begin(), lines.end(), [&](const auto& line) { return line.first == sector / 4; });
    if (at == lines.end()) {
      if (lines.size() == ways_) lines.pop_back();
      lines.push_front({sector / 4, {}});
    } else {
      lines.splice(lines.begin(), lines, at);
    }
    return !lines.front().second.insert(sector).second;
  }

 private:
  std::map<std::uint64_t, std::list<std::pair<std::uint64_t, std::set<std::uint64_t>>>> lines_;
  std::uint64_t sets_;
  std::uint32_t ways_;
};

TEST(GatherCaches, CountWhatASlowReadingCounts) {
  std::mt19937_64 random(7);
  GpuParams gpu;
  gpu.sms = 3;
  gpu.gather.l1_kib = 2;
  gpu.l2_kib = 16;
  GatherCaches caches(gpu);
  GatherTraffic traffic, slow;
  std::vector<SlowCache> l1(3, SlowCache(2048, 4));
  SlowCache l2(16384, 16);
  for (int i = 0; i < 20'000; ++i) {
    const std::uint64_t block = random() % 7;
    std::vector<std::uint64_t> sectors(1 + random() % kWarp);
    for (std::uint64_t& sector : sectors) sector = random() % (random() % 2 == 0 ? 64 : 2048);
    caches.load(block, sectors, traffic);
    std::vector<std::uint64_t> seen;
    std::set<std::uint64_t> lines;
    for (const std::uint64_t sector : sectors) {
      lines.insert(sector / 4);
      if (std::find(seen.begin(), seen.end(), sector) != seen.end()) continue;
      seen.push_back(sector);
      if (l1[block % 3].access(sector)) continue;
      ++slow.l2_sectors;
      if (!l2.access(sector)) ++slow.dram_sectors;
    }
    slow.l1_sectors += seen.size();
    slow.lines += lines.size();
  }
  EXPECT_EQ(traffic.lines, slow.lines);
  EXPECT_EQ(traffic.l1_sectors, slow.l1_sectors);
  EXPECT_EQ(traffic.l2_sectors, slow.l2_sectors);
  EXPECT_EQ(traffic.dram_sectors, slow.dram_sectors);
  EXPECT_GT(slow.l2_sectors, slow.dram_sectors);
}

TEST(GatherCaches, LanesOfAWarpThatAgreeAskOnce) {
  GatherCaches caches{GpuParams{}};
  GatherTraffic traffic;
  std::vector<std::uint64_t> lanes(kWarp);
  std::iota(lanes.begin(), lanes.end(), 0);  // 32 sectors in 8 lines
  caches.load(0, lanes, traffic);
  EXPECT_EQ(traffic.l1_sectors, 32u);
  EXPECT_EQ(traffic.lines, 8u);
  std::fill(lanes.begin(), lanes.end(), 5);
  caches.load(0, lanes, traffic);
  EXPECT_EQ(traffic.l1_sectors, 33u);
  EXPECT_EQ(traffic.lines, 9u);
  EXPECT_EQ(traffic.l2_sectors, 32u);
  caches.load(1, lanes, traffic);  // another SM's L1
  EXPECT_EQ(traffic.l2_sectors, 33u);
  EXPECT_EQ(traffic.dram_sectors, 32u);
}

// 82 SMs at 1695 MHz look up 4 lines a cycle: 555 960 lines a microsecond. The L2 gives 0.78 x 2603 GB/s, DRAM 936.
TEST(GatherUs, IsTheSlowestPart) {
  const GpuParams gpu;
  EXPECT_NEAR(gather_us(gpu, {.lines = 555'960}, 0.0), 1.0, 1e-9);
  EXPECT_NEAR(gather_us(gpu, {.l2_sectors = 1'000'000}, 0.0), 32e6 / (0.78 * 2603e3), 1e-9);
  EXPECT_NEAR(gather_us(gpu, {.l2_sectors = 1'000, .dram_sectors = 1'000}, 68e3), 100e3 / 936e3, 1e-9);
}

}  // namespace
}  // namespace ngpcsim::gpu
