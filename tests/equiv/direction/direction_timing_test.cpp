#include <cstdint>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rtl_builds/direction_encoder_default.h>

#include "tests/equiv/direction/direction_equivalence.h"

// Hand-worked cases of docs/timing.md, 2 and 2.1, on the RTL alone: Interval 4, Latency 8, queues of 4, 8 and 16.
namespace ngpcsim::equiv {
namespace {

using models::online::LaneCount;
using models::online::QueryRecord;
using testing::ElementsAre;

struct Edges {
  std::vector<std::uint64_t> push, front, issue, taken;
};

/// Offers a query of each of these rays as soon as it can and takes results from edge `take_from` on.
[[nodiscard]] Edges run(rtl::RtlDirectionLane& lane, const std::vector<std::uint32_t>& rays, std::uint64_t take_from, std::uint64_t edges) {
  Edges seen;
  for (std::uint64_t edge = 0; edge < edges; ++edge) {
    QueryRecord query;
    query.direction = {0.0F, 0.0F, 1.0F};
    const bool push = seen.push.size() < rays.size() && lane.ready();
    if (push) query.ray = rays[seen.push.size()];
    query.first_of_launch = seen.push.empty();
    const bool take = lane.valid() && edge >= take_from;
    lane.clock(push ? &query : nullptr, take);
    if (push) seen.push.push_back(edge);
    if (take) seen.taken.push_back(edge);
    if (lane.events().front) seen.front.push_back(edge);
    if (lane.events().issue) seen.issue.push_back(edge);
  }
  return seen;
}

class DirectionTiming : public testing::Test {
 protected:
  models::NfpModel model_ = direction_model(direction_setup(rtl::builds::direction_encoder_default().sizes, true));
  std::unique_ptr<rtl::RtlDirectionLane> lane_ = direction_rtl(model_, rtl::builds::direction_encoder_default(), 1);
};

TEST_F(DirectionTiming, EvaluationTakesItsIntervalAndARepeatOneEdge) {
  // push 0 1 2; front + 1; issue 1 + Lf = 2, then 2 + 4 = 6, then 6 + 1 = 7 (its ray again); out 2 + 3 + 8 = 13, 6 + 0 + 8 = 14, 7 + 3 + 8 = 18.
  const Edges seen = run(*lane_, {5, 5, 6}, 0, 30);
  EXPECT_THAT(seen.push, ElementsAre(0, 1, 2));
  EXPECT_THAT(seen.front, ElementsAre(1, 2, 3));
  EXPECT_THAT(seen.issue, ElementsAre(2, 6, 7));
  EXPECT_THAT(seen.taken, ElementsAre(13, 14, 18));
  EXPECT_EQ(lane_->count(), (LaneCount{.queries = 3, .busy = 3, .conflict = 6, .output_full = 0, .input_empty = 21}));
  EXPECT_EQ(lane_->evaluations(), 2U);
}

TEST_F(DirectionTiming, FullOutputQueueHoldsTheIssue) {
  // 18 queries of one ray: the first takes edges 2 to 5, the others issue from 6 on, the 16th at 20. The 17th waits for the join at 40, issues at 41.
  const Edges seen = run(*lane_, std::vector<std::uint32_t>(18, 3), 40, 60);
  EXPECT_EQ(seen.issue.at(15), 20U);
  EXPECT_EQ(seen.issue.at(16), 41U);
  EXPECT_EQ(seen.issue.at(17), 42U);
  EXPECT_EQ(lane_->count(), (LaneCount{.queries = 18, .busy = 18, .conflict = 3, .output_full = 20, .input_empty = 19}));
}

}  // namespace
}  // namespace ngpcsim::equiv
