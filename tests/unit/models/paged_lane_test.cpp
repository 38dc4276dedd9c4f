// One paged lane: which pages its frames hold, in which order it takes them, and when.
#include "models/nfp/paged_lane.h"

#include <deque>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace ngpcsim::models {
namespace {

using stats::StallReason;

std::string taken(std::uint32_t frames, const std::vector<std::uint32_t>& pages) {
  PageFrames held(frames, 10);
  std::string text;
  for (std::uint64_t use = 0; use < pages.size(); ++use) {
    const PageFrames::Place place = held.take(pages[use], use);
    text += fmt::format("{}{}{} ", place.frame, place.is_hit ? "h" : "", place.last_use ? fmt::format("<{}", *place.last_use) : "");
  }
  return text;
}

TEST(PageFrames, TakeTheOneWhoseLastUseIsOldest) {
  EXPECT_EQ(taken(2, {5, 6, 5, 7, 6}), "0 1 0h 1<1 0<2 ");
  EXPECT_EQ(taken(1, {5, 5, 6}), "0 0h 0<1 ");
  EXPECT_EQ(taken(3, {1, 2, 3, 2, 1, 4, 3}), "0 1 2 1h 0h 2<2 1<3 ");
}

/// A lane of six pages of 10 edges to fill, with two frames.
struct Lane {
  explicit Lane(PageOrder order) : paged(geometry, 2, order, 1) {}

  PagedLaneGeometry geometry{.lane = 3, .levels = {3}, .first_page = {0}, .pages = std::vector<TablePage>(6, {.address = 0, .bytes = 1024, .fill_cycles = 10})};
  PagedLane paged;
};

std::string order_of(PageOrder order, const std::vector<std::vector<std::uint32_t>>& sweeps) {
  Lane lane(order);
  std::deque<SweepGates> gates;
  std::string text;
  for (const auto& pages : sweeps) {
    std::vector<PageWork> works;
    for (const std::uint32_t page : pages) works.push_back({.page = page, .visits = 1, .accesses = 1});
    lane.paged.add_sweep(works);
    gates.push_back({.sorted = 0, .room = 0});
    for (;;) {
      if (const auto ask = lane.paged.take_ask(0, gates)) {
        text += fmt::format("{} ", ask->page);
        lane.paged.loaded(ask->use, ask->edge);
      } else if (!lane.paged.end_use(0, gates)) {
        break;
      }
    }
    text += "| ";
  }
  return text + fmt::format("{} hits of {}", lane.paged.hits(), lane.paged.uses());
}

/// What is asked for; hits are not.
TEST(PagedLane, TakesPagesInTheOrderOfThePolicy) {
  const std::vector<std::vector<std::uint32_t>> sweeps{{0, 1, 2, 3}, {0, 1, 2, 3}, {1, 2, 5}};
  EXPECT_EQ(order_of(PageOrder::kAscending, sweeps), "0 1 2 3 | 0 1 2 3 | 1 2 5 | 0 hits of 11");
  EXPECT_EQ(order_of(PageOrder::kSerpentine, sweeps), "0 1 2 3 | 1 0 | 2 5 | 3 hits of 11");  // 3 2 1 0, then 1 2 5
  EXPECT_EQ(order_of(PageOrder::kResidentFirst, sweeps), "0 1 2 3 | 0 1 | 2 5 | 3 hits of 11");  // 2 3 0 1, then 1 2 5
}

/// Pages 0, 1, 2 with 7, 5 and 4 edges of work, 6, 5 and 4 of them visits; sorted at 100, room from 120 on. Pages 0 and 1 are asked for at 100; they come at 130 and 135. Use 0 is
/// from 130 to 147 (10 of them fill), use 1 to 162. Page 2 takes the frame of use 0: asked for at 147, it comes at 200 and ends at 214.
TEST(PagedLane, EdgesOfAsksAndUses) {
  Lane lane(PageOrder::kAscending);
  lane.paged.add_sweep(std::vector<PageWork>{{0, 6, 7}, {1, 5, 5}, {2, 4, 4}});
  std::deque<SweepGates> gates(1);
  EXPECT_FALSE(lane.paged.take_ask(0, gates));
  gates[0].sorted = 100;
  const auto first = lane.paged.take_ask(0, gates), second = lane.paged.take_ask(0, gates);
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->edge, 100u);
  EXPECT_EQ(second->edge, 100u);
  EXPECT_FALSE(lane.paged.take_ask(0, gates));
  EXPECT_EQ(lane.paged.loading(), 2u);
  lane.paged.loaded(1, 135);  // out of order
  EXPECT_FALSE(lane.paged.end_use(0, gates));
  lane.paged.loaded(0, 130);
  EXPECT_FALSE(lane.paged.end_use(0, gates)) << "without room";
  gates[0].room = 120;
  EXPECT_EQ(lane.paged.end_use(0, gates)->edge, 147u);
  const auto third = lane.paged.take_ask(0, gates);
  ASSERT_TRUE(third);
  EXPECT_EQ(third->edge, 147u);
  EXPECT_EQ(lane.paged.end_use(0, gates)->edge, 162u);
  EXPECT_FALSE(lane.paged.end_use(0, gates));
  lane.paged.loaded(2, 200);
  const auto end = lane.paged.end_use(0, gates);
  ASSERT_TRUE(end);
  EXPECT_EQ(end->edge, 214u);
  EXPECT_TRUE(end->ends_sweep);
  const stats::CycleAccount account = lane.paged.account(300);
  EXPECT_EQ(account.busy(), 15u);
  EXPECT_EQ(account.stalled(StallReason::kConflict), 1u);
  EXPECT_EQ(account.stalled(StallReason::kPageFill), 30u);
  EXPECT_EQ(account.stalled(StallReason::kOutputFull), 20u);              // 100 to 120
  EXPECT_EQ(account.stalled(StallReason::kPageLoad), 10u + 38u);          // 120 to 130, 162 to 200
  EXPECT_EQ(account.stalled(StallReason::kInputEmpty), 100u + 300 - 214);
  EXPECT_EQ(account.total(), 300u);
  EXPECT_EQ(lane.paged.active_cycles(), 214u - 130);
}

}  // namespace
}  // namespace ngpcsim::models
