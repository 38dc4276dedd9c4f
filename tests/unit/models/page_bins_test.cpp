// Bins of pages against a count corner by corner, on random grids and SRAMs; and how levels are cut into pages.
#include "models/encoding_engine/page_bins.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "tests/naive/bank.h"
#include "tests/naive/grid_index.h"
#include "tests/unit/models/random_grid.h"

namespace ngpcsim::models {
namespace {

const WhereInSram kAnywhere = [](std::string_view name) { return InputLocation{.file = std::string(name)}; };

struct PagedCase {
  RandomGrid grid;
  EncodingEngineParams engine;
  LevelPlacement placement;
  PageGeometry pages;
  std::vector<float> x, y, z;
};

PagedCase random_paged_case(Rng& rng) {
  PagedCase c;
  std::vector<float> scales;
  float scale = static_cast<float>(3 + rng.below(20));
  for (std::uint32_t l = 0, count = 1 + rng.below(8); l < count; ++l, scale *= 1.0f + rng.unit()) scales.push_back(scale);
  c.grid = make_grid(kGridKinds[rng.below(3)].value, 2 + rng.below(2), 12 + rng.below(3), 8, scales);
  c.grid.encoding.features = 1u << rng.below(4);
  c.engine.engines = 1 + rng.below(12);
  c.engine.levels_per_engine = 8;
  c.engine.regroup = rng.below(2) == 0 ? Regroup::kReplicate : Regroup::kShard;
  c.engine.grid_sram = random_sram(rng);
  c.engine.grid_sram.banks = 1u << rng.below(5);
  c.engine.grid_sram.mode = SramMode::kPaged;
  c.engine.grid_sram.size_kib = 1u << rng.below(3);
  c.engine.grid_sram.paging.page_kib = 1;
  c.placement = place_levels(c.grid.encoding.levels, c.engine, {.file = "test"});
  c.pages = page_geometry(c.grid.levels, c.grid.encoding, c.engine, c.placement, kAnywhere);
  for (std::uint32_t i = 0, count = 1 + rng.below(700); i < count; ++i) {
    c.x.push_back(rng.unit());
    c.y.push_back(rng.unit());
    c.z.push_back(rng.below(20) == 0 ? 1.0f : rng.unit());
  }
  return c;
}

/// Visits and accesses of a page in one group.
struct Sums {
  std::uint64_t visits = 0, accesses = 0;
};
struct Counted {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<Sums>> of_page;  ///< by lane and page: group by group
  std::map<std::uint32_t, std::uint64_t> accesses;                               ///< by level
};

void count_pass(const PagedCase& c, std::size_t query, std::uint32_t level, std::uint32_t lane, std::uint32_t first_page, Counted& counted) {
  const SlowSram sram = slow_sram(c.engine.grid_sram, c.placement.shards);
  const std::uint64_t entry_bytes = c.grid.encoding.features * bytes_of(c.engine.feature_type);
  const naive::Cell cell = naive::locate(c.grid.slow, c.grid.slow.levels[level], {.position = {c.x[query], c.y[query], c.z[query]}});
  std::map<std::uint32_t, std::map<unsigned, std::uint64_t>> banks_of_page;
  std::set<std::uint32_t> words;
  for (unsigned corner = 0; corner < (1u << c.grid.slow.dims); ++corner) {
    const std::uint32_t entry = naive::corner_entry(c.grid.slow, c.grid.slow.levels[level], cell, corner), word = entry / sram.word_entries;
    if (!words.insert(word).second && sram.word_entries > 1) continue;
    ++counted.accesses[level];
    ++banks_of_page[static_cast<std::uint32_t>(entry * entry_bytes / 1024)][naive::bank_of(sram.map, word, sram.banks)];
  }
  for (const auto& [page, banks] : banks_of_page) {
    auto& groups = counted.of_page[{lane, first_page + page}];
    groups.resize(c.placement.groups);
    Sums& sums = groups[query % c.placement.groups];
    ++sums.visits;
    sums.accesses += std::max_element(banks.begin(), banks.end(), [](const auto& a, const auto& b) { return a.second < b.second; })->second;
  }
}

Counted count_corners(const PagedCase& c, std::size_t first, std::size_t end) {
  Counted counted;
  for (std::size_t query = first; query < end; ++query)
    for (const PagedLaneGeometry& lane : c.pages.lanes)
      for (std::size_t pass = 0; pass < lane.levels.size(); ++pass) count_pass(c, query, lane.levels[pass], lane.lane, lane.first_page[pass], counted);
  return counted;
}

/// Bins of queries `first .. end`, which come in blocks of at most `largest`.
void add_queries(const PagedCase& c, PageBins& bins, std::size_t first, std::size_t end, std::uint32_t largest, Rng& rng) {
  while (first < end) {
    const auto n = static_cast<std::uint32_t>(std::min<std::size_t>(end - first, 1 + rng.below(largest)));
    bins.add({c.x.data() + first, c.y.data() + first, c.grid.encoding.dims == 3 ? c.z.data() + first : nullptr, n});
    first += n;
  }
}

void expect_works(const PagedCase& c, PageBins& bins, Counted& counted) {
  for (std::size_t n = 0; n < c.pages.lanes.size(); ++n) {
    std::vector<PageWork> works;
    bins.take(n, works);
    std::size_t next = 0;
    for (std::uint32_t page = 0; page < c.pages.lanes[n].pages.size(); ++page) {
      const auto found = counted.of_page.find({c.pages.lanes[n].lane, page});
      if (found == counted.of_page.end()) continue;
      Sums longest;
      for (const Sums& sums : found->second)
        if (sums.accesses > longest.accesses) longest = sums;
      ASSERT_LT(next, works.size());
      EXPECT_EQ(works[next].page, page);
      EXPECT_EQ(works[next].visits, longest.visits);
      EXPECT_EQ(works[next++].accesses, longest.accesses);
    }
    EXPECT_EQ(next, works.size()) << "pages without a corner";
  }
}

TEST(PageBins, CountWhatCornersOneByOneGive) {
  Rng rng(31);
  int paged = 0;
  for (int n = 0; n < 60; ++n) {
    const PagedCase c = random_paged_case(rng);
    if (c.pages.lanes.empty()) continue;
    ++paged;
    PageBins bins(c.grid.levels, c.grid.encoding.dims, c.engine, c.placement, c.pages);
    const std::size_t half = c.x.size() / 2;
    std::map<std::uint32_t, std::uint64_t> accesses;
    for (const auto& [first, end] : {std::pair(std::size_t{0}, half), {half, c.x.size()}}) {
      add_queries(c, bins, first, end, 300, rng);
      Counted counted = count_corners(c, first, end);
      expect_works(c, bins, counted);
      for (const auto& [level, more] : counted.accesses) accesses[level] += more;
    }
    std::vector<LevelCounters> levels(c.grid.levels.size());
    bins.write_to(levels);
    for (std::size_t l = 0; l < levels.size(); ++l) EXPECT_EQ(levels[l].accesses, accesses[static_cast<std::uint32_t>(l)]) << "level " << l;
  }
  EXPECT_GT(paged, 30);
}

/// Two levels of 1500 and 600 entries of 2 B in one engine with 2 KiB: 4200 B do not fit. Pages of 1 KiB hold 512 entries: 3 pages, the last of 476, and 2, the last of 88.
TEST(PageGeometry, CutsEachLevelFromItsFirstEntryOn) {
  EncodingEngineParams engine;
  engine.engines = 1;
  engine.grid_sram = {.size_kib = 2, .banks = 4, .mode = SramMode::kPaged};
  engine.grid_sram.paging.page_kib = 1;
  const std::vector<GridLevel> levels{{.entries = 1500}, {.entries = 600, .offset = 1500}};
  const EncodingParams encoding{.levels = 2};
  const PageGeometry pages = page_geometry(levels, encoding, engine, place_levels(2, engine, {}), kAnywhere);
  EXPECT_EQ(pages.frames, 2u);
  EXPECT_EQ(pages.page_words, 512u);
  EXPECT_EQ(pages.passes, 2u);
  ASSERT_EQ(pages.lanes.size(), 1u);
  EXPECT_EQ(pages.lanes[0].first_page, (std::vector<std::uint32_t>{0, 3}));
  ASSERT_EQ(pages.lanes[0].pages.size(), 5u);
  EXPECT_EQ(pages.lanes[0].pages[2].address, 2048u);
  EXPECT_EQ(pages.lanes[0].pages[2].bytes, 952u);
  EXPECT_EQ(pages.lanes[0].pages[2].fill_cycles, 119u);  // 476 words in 4 banks
  EXPECT_EQ(pages.lanes[0].pages[3].address, 3000u);     // the second level begins inside the memory's third KiB
  EXPECT_EQ(pages.lanes[0].pages[4].bytes, 176u);
}

/// Twice 8 bits where fp16 needs two: a table of 1024 entries, F = 1, in an SRAM and a page of 1 KiB.
TEST(PageGeometry, APageHoldsAWholeLevelAtEightBitsWhereFp16NeedsTwo) {
  EncodingEngineParams engine;
  engine.engines = 2;
  engine.grid_sram = {.size_kib = 1, .mode = SramMode::kPaged};
  engine.grid_sram.paging.page_kib = 1;
  const std::vector<GridLevel> levels{{.entries = 1024}, {.entries = 1025, .offset = 1024}};
  const EncodingParams encoding{.levels = 2, .features = 1};
  const LevelPlacement placement = place_levels(2, engine, {});
  engine.feature_type = FeatureType::kInt8;
  PageGeometry pages = page_geometry(levels, encoding, engine, placement, kAnywhere);
  EXPECT_FALSE(pages.holds_lane(0));
  ASSERT_TRUE(pages.holds_lane(1));
  EXPECT_EQ(pages.lanes[0].pages.size(), 2u);
  engine.feature_type = FeatureType::kFp16;
  pages = page_geometry(levels, encoding, engine, placement, kAnywhere);
  ASSERT_EQ(pages.lanes.size(), 2u);
  EXPECT_EQ(pages.lanes[0].pages.size(), 2u);
  EXPECT_EQ(pages.lanes[1].pages.size(), 3u);
}

}  // namespace
}  // namespace ngpcsim::models
