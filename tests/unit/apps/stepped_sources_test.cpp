#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "workloads/apps/binned_source.h"
#include "workloads/apps/gia_params.h"
#include "workloads/apps/nsdf_params.h"
#include "workloads/apps/nvr_params.h"
#include "workloads/apps/one_round_source.h"
#include "workloads/stream/whole_rays.h"

namespace ngpcsim::workloads {
namespace {

PathContext no_files() { return {.base_dir = ".", .data_dir = ".", .locate = {}}; }

std::unique_ptr<stream::QuerySource> make(const char* application, std::uint32_t width, std::uint32_t height, PixelOrder order) {
  const std::string_view name = application;
  if (name == "gia") {
    GiaParams params;
    params.width = width;
    params.height = height;
    params.scene = "harbour";
    params.zoom = 0.5;  // some pixels are beside the picture
    params.walk.order = order;
    params.walk.tile = 4;
    return make_gia_source(params, no_files());
  }
  ViewParams view;
  view.width = width;
  view.height = height;
  view.walk.order = order;
  view.walk.tile = 4;
  std::vector<std::string> notes;
  if (name == "nsdf") {
    NsdfParams params;
    params.view = view;
    params.scene = "automaton";
    return make_nsdf_source(params, no_files(), notes);
  }
  NvrParams params;
  params.view = view;
  params.scene = "cloud";
  return make_nvr_source(params, no_files());
}

using Place = std::array<float, 3>;
/// The queries of a frame by ray, in order; rays are numbered over all groups.
std::vector<std::vector<Place>> by_rounds(const stream::QuerySource& source, std::uint64_t group_rays, std::uint64_t& probes) {
  std::vector<std::vector<Place>> rays;
  const auto frame = source.open_frame(0);
  probes = 0;
  while (const auto group = frame->next_group(group_rays)) {
    const std::size_t first = rays.size();
    rays.resize(first + group->rays());
    for (;;) {
      stream::Queries queries;
      const std::uint64_t alive = group->rays_alive();
      const stream::RoundWork work = group->next_round(1, queries);
      EXPECT_EQ(work.rays_marched, alive);
      probes += work.probes;
      if (work.queries == 0) break;
      for (std::size_t i = 0; i < queries.size(); ++i) rays[first + queries.ray[i]].push_back({queries.x[i], queries.y[i], queries.z[i]});
    }
    EXPECT_EQ(group->rays_alive(), 0u);
  }
  return rays;
}

std::vector<std::vector<Place>> by_whole_rays(const stream::QuerySource& source, std::size_t most, std::uint64_t& probes) {
  std::vector<std::vector<Place>> rays;
  const auto frame = source.open_frame(0);
  probes = 0;
  while (const auto group = frame->next_group(1000)) {
    auto& whole_group = dynamic_cast<stream::WholeRayGroup&>(*group);
    stream::WholeRays whole;
    while (whole_group.next_whole(most, whole)) {
    }
    std::size_t at = 0;
    for (const auto& ray : whole.rays) {
      auto& places = rays.emplace_back();
      for (std::uint32_t i = 0; i < ray.queries; ++i, ++at) {
        places.push_back({whole.queries[at].x, whole.queries[at].y, whole.queries[at].z});
        probes += whole.queries[at].probes;
      }
      probes += ray.tail_probes;
    }
    EXPECT_EQ(at, whole.queries.size());
  }
  return rays;
}

class SteppedSources : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Applications, SteppedSources, testing::Values("nsdf", "gia", "nvr"), [](const auto& of) { return std::string(of.param); });

TEST_P(SteppedSources, WholeRaysAndRoundsGiveTheSame) {
  const auto source = make(GetParam(), 33, 21, PixelOrder::kRow);
  std::uint64_t rounds_probes = 0, whole_probes = 0;
  const auto rounds = by_rounds(*source, 33 * 21, rounds_probes);
  ASSERT_EQ(rounds.size(), 33u * 21u);
  EXPECT_EQ(by_whole_rays(*source, 7, whole_probes), rounds);
  EXPECT_EQ(whole_probes, rounds_probes);
  EXPECT_TRUE(std::any_of(rounds.begin(), rounds.end(), [](const auto& ray) { return !ray.empty(); }));
}

TEST_P(SteppedSources, GroupSizesAndRunsChangeNothing) {
  const auto source = make(GetParam(), 33, 21, PixelOrder::kRow);
  std::uint64_t probes = 0, other_probes = 0;
  const auto whole = by_rounds(*source, 33 * 21, probes);
  EXPECT_EQ(by_rounds(*make(GetParam(), 33, 21, PixelOrder::kRow), 50, other_probes), whole);
  EXPECT_EQ(other_probes, probes);
}

TEST_P(SteppedSources, OrdersGiveThePixelsOfTheRowsElsewhere) {
  std::uint64_t probes = 0;
  const auto rows = by_rounds(*make(GetParam(), 33, 21, PixelOrder::kRow), 10000, probes);
  for (const PixelOrder order : {PixelOrder::kTile, PixelOrder::kMorton}) {
    const PixelWalk walk(33, 21, {.order = order, .tile = 4});
    const auto walked = by_rounds(*make(GetParam(), 33, 21, order), 10000, probes);
    ASSERT_EQ(walked.size(), rows.size());
    for (std::uint64_t i = 0; i < walked.size(); ++i) ASSERT_EQ(walked[i], rows[std::size_t{walk.at(i).y} * 33 + walk.at(i).x]);
  }
}

TEST_P(SteppedSources, PositionsLieInTheUnitCube) {
  std::uint64_t probes = 0;
  for (const auto& ray : by_rounds(*make(GetParam(), 33, 21, PixelOrder::kRow), 10000, probes))
    for (const Place& place : ray)
      for (const float x : place) ASSERT_TRUE(x >= 0.0f && x <= 1.0f) << x;
}

/// A round sorted by cell has the same queries; neighbours in the list lie in the same cell or a later one.
TEST_P(SteppedSources, BinnedRoundsAreTheSameQueriesSorted) {
  constexpr std::uint32_t kSide = 8;
  const auto plain = make(GetParam(), 33, 21, PixelOrder::kRow);
  const auto binned = bin_queries(make(GetParam(), 33, 21, PixelOrder::kRow), kSide);
  const auto a = plain->open_frame(0)->next_group(1000), b = binned->open_frame(0)->next_group(1000);
  for (;;) {
    stream::Queries in_order, sorted;
    const auto work = a->next_round(1, in_order);
    const auto sorted_work = b->next_round(1, sorted);
    ASSERT_EQ(work.queries, sorted_work.queries);
    EXPECT_EQ(sorted_work.sorted, sorted_work.queries);
    if (work.queries == 0) break;
    std::map<std::uint32_t, Place> by_ray;
    for (std::size_t i = 0; i < in_order.size(); ++i) by_ray[in_order.ray[i]] = {in_order.x[i], in_order.y[i], in_order.z[i]};
    std::uint32_t last = 0;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      ASSERT_EQ((Place{sorted.x[i], sorted.y[i], sorted.z[i]}), by_ray.at(sorted.ray[i]));
      // The Morton code bit by bit.
      std::uint32_t code = 0;
      const auto cell = [](float x) { return std::min(static_cast<std::uint32_t>(x * kSide), kSide - 1); };
      for (std::uint32_t bit = 0; bit < 3; ++bit) code |= (cell(sorted.x[i]) >> bit & 1) << (3 * bit) | (cell(sorted.y[i]) >> bit & 1) << (3 * bit + 1) | (cell(sorted.z[i]) >> bit & 1) << (3 * bit + 2);
      ASSERT_GE(code, last);
      last = code;
    }
  }
}

/// All rounds at once: each ray's queries in their order, the work of all, and then nothing.
TEST_P(SteppedSources, OneRoundHasTheQueriesOfAll) {
  std::uint64_t probes = 0, probes_at_once = 0;
  const auto plain = by_rounds(*make(GetParam(), 33, 21, PixelOrder::kRow), 300, probes);
  const auto at_once = in_one_round(make(GetParam(), 33, 21, PixelOrder::kRow));
  EXPECT_EQ(by_rounds(*at_once, 300, probes_at_once), plain);
  EXPECT_EQ(probes_at_once, probes);
  const auto group = at_once->open_frame(0)->next_group(300);
  stream::Queries queries;
  const std::uint64_t alive = group->rays_alive();
  const stream::RoundWork work = group->next_round(1, queries);
  EXPECT_EQ(work.queries, queries.size());
  EXPECT_EQ(work.rays_marched, alive);
  std::size_t expected = 0;
  for (std::size_t ray = 0; ray < 300; ++ray) expected += plain[ray].size();
  EXPECT_EQ(queries.size(), expected);
  stream::Queries none;
  EXPECT_EQ(group->next_round(1, none).queries, 0u);
}

}  // namespace
}  // namespace ngpcsim::workloads
