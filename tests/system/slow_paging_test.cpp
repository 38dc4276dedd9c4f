// The slow reading of paged grid SRAMs by itself, on cases small enough to be worked by hand.
#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/system/slow_chip.h"
#include "tests/system/slow_page_loader.h"
#include "tests/system/slow_paging.h"

namespace ngpcsim {
namespace {

TEST(SlowFrames, APageTakesAnUnusedFrameThenTheOneWhoseLastUseIsOldest) {
  SlowFrames frames(2);
  EXPECT_EQ(frames.use(5).waits_for, std::nullopt);
  EXPECT_EQ(frames.use(6).waits_for, std::nullopt);
  EXPECT_TRUE(frames.use(5).hit);
  const SlowFrames::Use third = frames.use(7);  // page 6 was used last in use 1
  EXPECT_FALSE(third.hit);
  EXPECT_EQ(third.waits_for, 1u);
  EXPECT_TRUE(frames.holds(5));
  EXPECT_FALSE(frames.holds(6));
  EXPECT_EQ(frames.use(6).waits_for, 2u);  // and page 5 in use 2
  EXPECT_TRUE(frames.use(7).hit);
}

/// Two NFPs that share pages of 1000 bytes of two lanes; 5 edges of waiting.
SlowChipSetup loader_setup(bool multicast) {
  const SlowPagedLane lane{.frames = 1, .pages = std::vector<SlowPage>(3, {.bytes = 1000})};
  SlowChipSetup s{.nfps = 2};
  s.paging = SlowPagingSetup{.multicast = multicast, .loads_in_flight = 2, .multicast_wait = 5, .burst_bytes = 600, .lanes = {lane, lane}};
  return s;
}

/// Ticks of the loader from the edge on; those of port 1 as (edge, load, bytes).
using Sent = std::vector<std::vector<std::uint64_t>>;
Sent sent(SlowPageLoader& loader, std::uint64_t from, std::uint64_t to) {
  Sent all;
  for (std::uint64_t edge = from; edge < to; ++edge)
    for (const SlowPageLoader::Request& r : loader.tick(edge))
      if (r.port == 1) all.push_back({edge, r.load, r.bytes});
  return all;
}

using Nfps = std::vector<std::uint64_t>;

TEST(SlowPageLoader, ALoadWaitsForOtherNfpsAsLongAsItIsTold) {
  const SlowChipSetup setup = loader_setup(true);
  SlowPageLoader loader(setup);
  loader.ask(0, {1, 2}, 10);  // lane 1 has port 1
  EXPECT_EQ(sent(loader, 10, 11), Sent{});
  // All have asked for the next one at 11, but the one before it has not begun. Both begin at 15.
  loader.ask(0, {1, 0}, 11);
  loader.ask(1, {1, 0}, 11);
  EXPECT_EQ(sent(loader, 11, 20), (Sent{{15, 0, 600}, {16, 0, 400}, {17, 1, 600}, {18, 1, 400}}));
  EXPECT_EQ(loader.answered(1, 0), Nfps{});
  EXPECT_EQ(loader.answered(1, 0), Nfps{0});
  EXPECT_EQ(loader.page(1, 0), (SlowPageName{1, 2}));
  EXPECT_EQ(loader.answered(1, 1), Nfps{});
  EXPECT_EQ(loader.answered(1, 1), (Nfps{0, 1}));
  SlowPagingCounts counts;
  loader.add_to(counts);
  EXPECT_EQ(counts.loads, 2u);
  EXPECT_EQ(counts.read_bytes, 2000u);
  EXPECT_EQ(counts.delivered_bytes, 3000u);
}

TEST(SlowPageLoader, AnAskJoinsALoadUntilItBegins) {
  const SlowChipSetup setup = loader_setup(true);
  SlowPageLoader loader(setup);
  loader.ask(0, {1, 2}, 10);
  EXPECT_EQ(sent(loader, 10, 13), Sent{});
  loader.ask(1, {1, 2}, 13);  // the last to join: no more waiting
  EXPECT_EQ(sent(loader, 13, 14), (Sent{{13, 0, 600}}));
  loader.ask(0, {1, 2}, 14);  // a load of its own, whose waiting counts from 14
  EXPECT_EQ(sent(loader, 14, 22), (Sent{{14, 0, 400}, {19, 1, 600}, {20, 1, 400}}));
}

TEST(SlowPageLoader, LoadsOfAPortMayBeginAtOneEdge) {
  const SlowChipSetup setup = loader_setup(true);
  SlowPageLoader loader(setup);
  loader.ask(0, {1, 2}, 10);
  loader.ask(0, {1, 0}, 10);
  EXPECT_EQ(sent(loader, 10, 16), (Sent{{15, 0, 600}}));
  loader.ask(1, {1, 0}, 16);  // its load has begun, though no request of it was sent
  EXPECT_EQ(sent(loader, 16, 20), (Sent{{16, 0, 400}, {17, 1, 600}, {18, 1, 400}}));
  EXPECT_EQ(loader.answered(1, 1), Nfps{});
  EXPECT_EQ(loader.answered(1, 1), Nfps{0});
}

TEST(SlowPageLoader, APortReadsNoMorePagesAtOnceThanItMay) {
  const SlowChipSetup setup = loader_setup(false);
  SlowPageLoader loader(setup);
  for (std::uint64_t page = 0; page < 3; ++page) loader.ask(1, {0, page}, 10);  // port 1, as they come from NFP 1
  EXPECT_EQ(sent(loader, 10, 20), (Sent{{10, 0, 600}, {11, 0, 400}, {12, 1, 600}, {13, 1, 400}}));
  EXPECT_EQ(loader.answered(1, 0), Nfps{});
  EXPECT_EQ(sent(loader, 20, 22), Sent{});  // a part of a page makes no room
  EXPECT_EQ(loader.answered(1, 0), Nfps{1});
  EXPECT_EQ(sent(loader, 22, 25), (Sent{{22, 2, 600}, {23, 2, 400}}));
}

/// One NFP, all clocks alike, every crossing 1 edge, one lane with one level and `pages` of 1024 bytes, each 5 edges to write; the memory answers 4 edges
/// behind a request, so that a page of one request is loaded 6 edges behind its ask.
SlowChipSetup small_chip(std::uint64_t pages, std::uint64_t frames, SlowRound round) {
  SlowChipSetup s{.memory_sync = 1, .host_sync = 1, .dispatch_cycles = 1, .output_chunks = 8, .bytes_per_cycle = 10'000, .memory_latency = 1};
  s.pipeline.lanes = {{.passes = 1, .front_latency = 2, .back_latency = 2}};
  s.pipeline.load_cycles = {1};
  s.paging = SlowPagingSetup{.partial_sum_queries = 16, .loads_in_flight = 4};
  s.paging->lanes = {{.frames = frames, .pages = std::vector<SlowPage>(pages, {.bytes = 1024, .fill_cycles = 5})}};
  s.groups.push_back({.pixels = 1, .rounds = {std::move(round)}});
  return s;
}

/// Of one level.
SlowQuery visiting(std::vector<SlowVisit> visits) { return {.passes = {{.service = 7, .visits = std::move(visits)}}}; }

/// The same with a chunk, which is a sweep of its own, for each query.
SlowChipSetup chip_of_chunks(std::uint64_t pages, std::uint64_t frames, SlowRound round) {
  SlowChipSetup s = small_chip(pages, frames, std::move(round));
  s.chunk_queries = 1;
  s.input_chunks = 8;
  return s;
}

/// The host's first kernel ends at edge 1, its launch is dispatched at 2 and its one batch visible at 3; the first chunk is read then and there at 7.
constexpr std::uint64_t kArrived = 7;

TEST(SlowPaging, AFrameIsLoadedAgainWhenItsUseHasEnded) {
  const SlowChipRun run = run_slow_chip(small_chip(2, 1, {visiting({{0, 2}, {1, 1}}), visiting({{1, 3}})}));
  // Two passes: sorted at 9. Page 0 is asked for at 9 and loaded at 15, written up to 20, and its 2 accesses end at 22. Page 1 is asked for at 22 and loaded at
  // 28, written up to 33, and its 4 accesses end at 37.
  // Query 0: accepted 37, front 38, issue 40, a pass of sums, join at 40 + 2. Query 1 follows it an edge later.
  const auto& nfp = run.nfps[0];
  EXPECT_EQ(nfp.first_accept, 37u);
  EXPECT_EQ(nfp.first_join, 42u);
  EXPECT_EQ(nfp.last_join, 43u);
  const SlowAccount& sweep = nfp.sweep_lanes[0];
  EXPECT_EQ(sweep.busy, 3u);  // visits
  EXPECT_EQ(sweep.conflict, 3u);
  EXPECT_EQ(sweep.page_fill, 10u);
  EXPECT_EQ(sweep.page_load, 12u);
  EXPECT_EQ(sweep.output_full, 0u);
  const SlowAccount& lane = nfp.lanes[0];
  EXPECT_EQ(lane.busy, 2u);
  EXPECT_EQ(lane.conflict, 0u);
  EXPECT_EQ(lane.page_sweep, 37 - kArrived);
  EXPECT_EQ(nfp.levels[0].by_fullest, (std::array<std::uint64_t, 9>{0, 1, 1, 1}));
  EXPECT_EQ(run.paging.sweeps, 1u);
  EXPECT_EQ(run.paging.uses, 2u);
  EXPECT_EQ(run.paging.hits, 0u);
  EXPECT_EQ(run.paging.loads, 2u);
  EXPECT_EQ(run.paging.read_bytes, 2048u);
  EXPECT_EQ(run.memory_read_bytes, 2u * 16 + 2048);
}

TEST(SlowPaging, PagesAreLoadedInBurstsOneAfterTheOtherOrTogether) {
  SlowChipSetup setup = small_chip(2, 2, {visiting({{0, 2}, {1, 1}}), visiting({{1, 3}})});
  for (SlowPage& page : setup.paging->lanes[0].pages) page.fill_cycles = 1;
  setup.paging->burst_bytes = 400;
  setup.paging->loads_in_flight = 1;
  // Both are asked for at 9. Page 0 is read at 10, 11 and 12, there at 16 and loaded at 17; page 1 is read at 16, 17 and 18, there at 22 and loaded at 23.
  // Page 0 is done at 17 + 1 + 2, page 1 at 23 + 1 + 4.
  const SlowChipRun one = run_slow_chip(setup);
  EXPECT_EQ(one.nfps[0].first_accept, 28u);
  EXPECT_EQ(one.nfps[0].sweep_lanes[0].page_load, 8u + 3);
  setup.paging->loads_in_flight = 2;
  // Page 1 is read at 13, 14 and 15 and loaded at 20, when page 0 is done.
  const SlowChipRun two = run_slow_chip(setup);
  EXPECT_EQ(two.nfps[0].first_accept, 25u);
  EXPECT_EQ(two.nfps[0].sweep_lanes[0].page_load, 8u);
}

TEST(SlowPaging, ThereAreBinsForTwoSweeps) {
  const SlowChipRun run = run_slow_chip(chip_of_chunks(3, 3, {visiting({{0, 1}}), visiting({{1, 1}}), visiting({{2, 1}})}));
  // Chunks arrive at 7, 8 and 9. The first two are sorted at 8 and 9; their pages are loaded at 14 and 15, and done at 14 + 6 and 20 + 6.
  // The third one goes into the bins of the first from 20 on: sorted at 21, asked for, loaded at 27, done at 33.
  const auto& nfp = run.nfps[0];
  EXPECT_EQ(nfp.first_accept, 20u);
  EXPECT_EQ(nfp.last_join, 33u + 1 + 2 + 2);
  EXPECT_EQ(nfp.sweep_lanes[0].page_load, 6u + 1);
  EXPECT_EQ(nfp.sweep_lanes[0].page_fill, 15u);
  EXPECT_EQ(run.paging.sweeps, 3u);
}

TEST(SlowPaging, ASweepWaitsForPlacesOfItsPartialSums) {
  SlowChipSetup setup = chip_of_chunks(1, 1, SlowRound(3, visiting({{0, 8}})));
  setup.paging->partial_sum_queries = 1;
  const SlowChipRun run = run_slow_chip(setup);
  // The page is loaded at 14 and the first sweep ends at 14 + 5 + 8 = 27, at which query 0 is accepted. Its place is free at 28: the second sweep, of hits as
  // the third, ends at 36, query 1 is accepted, and the third one goes from 37 to 45.
  const auto& nfp = run.nfps[0];
  EXPECT_EQ(nfp.first_accept, 27u);
  EXPECT_EQ(nfp.last_join, 45u + 1 + 2 + 2);
  EXPECT_EQ(nfp.sweep_lanes[0].output_full, 2u);
  EXPECT_EQ(nfp.sweep_lanes[0].page_load, 6u);
  EXPECT_EQ(nfp.sweep_lanes[0].conflict, 21u);
  EXPECT_EQ(run.paging.hits, 2u);
}

TEST(SlowPaging, AChunkGivesBackItsPlacesTogether) {
  SlowChipSetup setup = chip_of_chunks(1, 1, SlowRound(4, visiting({{0, 8}})));
  setup.chunk_queries = 2;
  setup.paging->partial_sum_queries = 3;
  const SlowChipRun run = run_slow_chip(setup);
  // The first sweep is sorted at 9 and goes from 15 to 15 + 5 + 16 = 36. Query 3 needs a place that query 0 held, which is accepted at 36, but query 1 at 37:
  // the second sweep goes from 38 to 54.
  EXPECT_EQ(run.nfps[0].first_accept, 36u);
  EXPECT_EQ(run.nfps[0].sweep_lanes[0].output_full, 2u);
  EXPECT_EQ(run.nfps[0].last_join, 55u + 1 + 2 + 2);
}

TEST(SlowPaging, ChunksOfABatchAreSweptTogether) {
  SlowChipSetup setup = chip_of_chunks(1, 1, SlowRound(3, visiting({{0, 2}})));
  setup.paging->sweep_chunks = 2;
  const SlowChipRun run = run_slow_chip(setup);
  // The first sweep is sorted with its second chunk, at 9, loaded at 15, and done at 15 + 5 + 4 = 24; the second one, of a chunk, at 26.
  EXPECT_EQ(run.nfps[0].first_accept, 24u);
  EXPECT_EQ(run.nfps[0].last_join, 26u + 1 + 2 + 2);
  EXPECT_EQ(run.paging.sweeps, 2u);
}

TEST(SlowPaging, TheGroupWithTheMostWorkGivesTheLengthOfAUse) {
  SlowChipSetup setup = small_chip(2, 2, {visiting({{0, 2}}), visiting({{0, 4}}), visiting({{0, 2}}), visiting({{1, 1}})});
  setup.pipeline.groups = 2;
  setup.beats = 2;
  const SlowChipRun run = run_slow_chip(setup);
  // Both groups sort two queries: 9. The pages are read at 10 and 11 and loaded at 15 and 16. Both groups have 4 accesses of 2 edges in page 0; the first of
  // them counts, in which they are 2 visits. It is done at 15 + 5 + 8 = 28, page 1 at 28 + 5 + 2.
  const auto& nfp = run.nfps[0];
  EXPECT_EQ(nfp.first_accept, 35u);
  EXPECT_EQ(nfp.sweep_lanes[0].busy, 4u + 2);
  EXPECT_EQ(nfp.sweep_lanes[0].conflict, 4u);
  EXPECT_EQ(nfp.sweep_lanes[0].page_load, 6u);
  for (const SlowAccount& lane : nfp.lanes) EXPECT_EQ(lane.busy, 2u * 2);
}

TEST(SlowPaging, LanesThatAreNotPagedAreServedAsEver) {
  // Level 1 is paged and alone in its lane; levels 0 and 2 fit. Only the paged lane is sorted: at 8. Its page is loaded at 14 and done at 14 + 5 + 6 = 25.
  // Both lanes issue at 28, the paged one for 1 edge, the other one for 3 + 4.
  SlowChipSetup setup = small_chip(1, 1, {{.passes = {{.service = 3}, {.service = 9, .visits = {{0, 6}}}, {.service = 4}}}});
  setup.pipeline.lanes = {{.passes = 2, .front_latency = 2, .back_latency = 2}, {.passes = 1, .front_latency = 2, .back_latency = 2}};
  setup.paging->lanes.insert(setup.paging->lanes.begin(), SlowPagedLane{});
  const SlowChipRun run = run_slow_chip(setup);
  const auto& nfp = run.nfps[0];
  EXPECT_EQ(nfp.first_accept, 25u);
  EXPECT_EQ(nfp.first_join, 28u + 7 - 1 + 2);
  EXPECT_EQ(nfp.lanes[0].busy, 2u);
  EXPECT_EQ(nfp.lanes[0].conflict, 5u);
  EXPECT_EQ(nfp.lanes[1].busy, 1u);
  EXPECT_EQ(nfp.lanes[1].conflict, 0u);
  for (const SlowAccount& lane : nfp.lanes) EXPECT_EQ(lane.page_sweep, 25 - kArrived);
  EXPECT_EQ(nfp.sweep_lanes[0].busy, 0u);
  EXPECT_EQ(nfp.sweep_lanes[1].busy, 1u);
}

/// Hits of three sweeps through one frame, which use pages 0 and 2; 0, 2 and 3; 0 and 3.
std::uint64_t hits(SlowPageOrder order) {
  SlowChipSetup setup = chip_of_chunks(4, 1, {visiting({{0, 1}, {2, 1}}), visiting({{0, 1}, {2, 1}, {3, 1}}), visiting({{0, 1}, {3, 1}})});
  setup.paging->order = order;
  return run_slow_chip(setup).paging.hits;
}

TEST(SlowPaging, TheOrderOfPagesDecidesWhatHits) {
  EXPECT_EQ(hits(SlowPageOrder::kAscending), 0u);      // 0 2, 0 2 3, 0 3
  EXPECT_EQ(hits(SlowPageOrder::kSerpentine), 1u);     // 0 2, 3 2 0, 0 3: page 0
  EXPECT_EQ(hits(SlowPageOrder::kResidentFirst), 2u);  // 0 2, 2 0 3, 3 0: pages 2 and 3
}

TEST(SlowPaging, NfpsShareALoad) {
  SlowChipSetup setup = small_chip(1, 1, SlowRound(2, visiting({{0, 1}})));
  setup.nfps = 2;
  setup.batch_queries = 1;
  setup.paging->multicast = true;
  setup.paging->multicast_wait = 100;
  const SlowChipRun run = run_slow_chip(setup);
  // The second batch is dispatched an edge after the first and sorted at 9; both NFPs have asked at 10, and have the page at 15.
  for (const auto& nfp : run.nfps) EXPECT_EQ(nfp.first_accept, 15u + 6);
  EXPECT_EQ(run.nfps[0].sweep_lanes[0].page_load, 7u);
  EXPECT_EQ(run.nfps[1].sweep_lanes[0].page_load, 6u);
  EXPECT_EQ(run.paging.loads, 1u);
  EXPECT_EQ(run.paging.uses, 2u);
  EXPECT_EQ(run.memory_read_bytes, 2u * 16 + 1024);
}

}  // namespace
}  // namespace ngpcsim
