#include <cstdint>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rtl_builds/engine_wide.h>

#include "tests/equiv/encoding/directed_cases.h"
#include "tests/equiv/encoding/engine_equivalence.h"

// Hand-worked cases of docs/timing.md, 2 and 2.1, on the RTL alone: eight banks, queues of 4, 3 and 5, Lf = 4, Lb = 5, two features a cycle.
namespace ngpcsim::equiv {
namespace {

using models::online::LaneCount;
using testing::ElementsAre;

struct Edges {
  std::vector<std::uint64_t> push, front, issue, taken;
};

class EngineTiming : public testing::Test {
 protected:
  /// `queries` at the origin of dense levels of resolution 16, whose corners are entries 0 1 16 17 256 257 272 273: one in each bank under `xor`, four in banks
  /// 0 and 1 each under `low`. They are offered as soon as they can be; results are taken from edge `take_from` on.
  [[nodiscard]] Edges run(naive::BankMap map, unsigned features, std::size_t levels, bool corner_reuse, std::size_t queries, std::uint64_t take_from,
                          std::uint64_t edges) {
    const rtl::Build& build = rtl::builds::engine_wide();
    const naive::GridSetup grid = grid_of(naive::Grid::kDense, 3, features, std::vector<float>(levels, 15.0F));
    const EngineCase c = directed_case(grid, map, corner_reuse, Values::kOrdinary, build.sizes, {});
    resolved_ = std::make_unique<EngineModel>(c, build.sizes);
    lane_ = engine_rtl(c, *resolved_, build);
    Edges seen;
    const models::online::QueryRecord query;
    for (std::uint64_t edge = 0; edge < edges; ++edge) {
      const bool push = seen.push.size() < queries && lane_->ready();
      const bool take = lane_->valid() && edge >= take_from;
      lane_->clock(push ? &query : nullptr, take);
      if (push) seen.push.push_back(edge);
      if (take) seen.taken.push_back(edge);
      if (lane_->events().front) seen.front.push_back(edge);
      if (lane_->events().issue) seen.issue.push_back(edge);
    }
    return seen;
  }

  std::unique_ptr<EngineModel> resolved_;
  std::unique_ptr<rtl::RtlEngineLane> lane_;
};

TEST_F(EngineTiming, OneQueryAnEdgeWithoutConflicts) {
  // front = push + 1, issue = front + 4, out = issue + 1 - 1 + 5. The index queue has three places, so the fourth query enters at issue(0) + 1 = 6.
  const Edges seen = run(naive::BankMap::kXor, 2, 1, false, 5, 0, 40);
  EXPECT_THAT(seen.push, ElementsAre(0, 1, 2, 3, 4));
  EXPECT_THAT(seen.front, ElementsAre(1, 2, 3, 6, 7));
  EXPECT_THAT(seen.issue, ElementsAre(5, 6, 7, 10, 11));
  EXPECT_THAT(seen.taken, ElementsAre(10, 11, 12, 15, 16));
  EXPECT_EQ(lane_->count(), (LaneCount{.queries = 5, .busy = 5, .conflict = 0, .output_full = 0, .input_empty = 35}));
}

TEST_F(EngineTiming, FullestBankTimesBeats) {
  // Four accesses to bank 0, each of 8 / 2 = 4 beats: 16 edges. out = issue + 15 + 5.
  const Edges seen = run(naive::BankMap::kLow, 8, 1, false, 2, 0, 60);
  EXPECT_THAT(seen.issue, ElementsAre(5, 21));
  EXPECT_THAT(seen.taken, ElementsAre(25, 41));
  EXPECT_EQ(lane_->count(), (LaneCount{.queries = 2, .busy = 8, .conflict = 24, .output_full = 0, .input_empty = 28}));
  EXPECT_EQ(lane_->level_counters().at(0).accesses, 16U);
  EXPECT_EQ(lane_->level_counters().at(0).conflict_histogram[4], 2U);
}

TEST_F(EngineTiming, ReusedCornersCostTheirBeats) {
  // The second query finds its cell: 4 edges instead of 16.
  const Edges seen = run(naive::BankMap::kLow, 8, 1, true, 2, 0, 60);
  EXPECT_THAT(seen.issue, ElementsAre(5, 21));
  EXPECT_THAT(seen.taken, ElementsAre(25, 29));
  EXPECT_EQ(lane_->count(), (LaneCount{.queries = 2, .busy = 8, .conflict = 12, .output_full = 0, .input_empty = 40}));
  EXPECT_EQ(lane_->level_counters().at(0).reused, 1U);
}

TEST_F(EngineTiming, PassesFollowEachOther) {
  // Four levels of one edge each: the next query enters the front pipeline four edges later, and is issued four edges later.
  const Edges seen = run(naive::BankMap::kXor, 2, 4, false, 2, 0, 40);
  EXPECT_THAT(seen.front, ElementsAre(1, 5));
  EXPECT_THAT(seen.issue, ElementsAre(5, 9));
  EXPECT_THAT(seen.taken, ElementsAre(13, 17));
}

TEST_F(EngineTiming, FullOutputQueueHoldsTheIssue) {
  // Five places; issues at 5 6 7 10 11, and the sixth when the join of the first at edge 30 has given its place back.
  const Edges seen = run(naive::BankMap::kXor, 2, 1, false, 7, 30, 60);
  EXPECT_THAT(seen.issue, ElementsAre(5, 6, 7, 10, 11, 31, 32));
  // Edges 12 .. 30 wait for a place: 19 of them, charged when the sixth query comes.
  EXPECT_EQ(lane_->count(), (LaneCount{.queries = 7, .busy = 7, .conflict = 0, .output_full = 19, .input_empty = 34}));
}

}  // namespace
}  // namespace ngpcsim::equiv
