#include <gtest/gtest.h>

#include "models/nfp/nfp_timing.h"
#include "tests/contract/comparison.h"
#include "tests/contract/model_blocks.h"
#include "tests/contract/model_counters.h"
#include "tests/contract/model_setup.h"
#include "tests/naive/nfp.h"

// The model as the chip drives it: chunk by chunk, input and output never held up inside a chunk, and runs longer than 2^32 edges.
namespace ngpcsim::contract {
namespace {

[[nodiscard]] Case unhindered_case(std::uint64_t seed) {
  Case c = random_case(seed);
  c.stimulus.valid.percent = c.stimulus.ready.percent = 100;
  return c;
}

TEST(ChunkContract, CompletionsAndCountersEqualTwin) {
  for (std::uint64_t seed = 0; seed < 1'000; ++seed) {
    const Case c = unhindered_case(seed);
    const naive::NfpResult twin = naive::simulate(c.setup, c.stimulus);
    const models::NfpModel model = nfp_model(c.setup);
    const std::unique_ptr<models::NfpTiming> timing = models::make_nfp_timing(model.geometry);
    Services services(model);
    BlockFeed feed(c, services, timing->stride());
    std::vector<naive::Edge> ends;
    std::vector<naive::Edge> twin_ends;
    while (std::optional<Block> chunk = feed.next()) {
      for (const std::uint64_t end : timing->run(chunk->services(), chunk->offer)) ends.push_back(end);
      twin_ends.push_back(twin.pop[chunk->first + chunk->count - 1]);
      ASSERT_EQ(timing->last_accept(), twin.accept[chunk->first + chunk->count - 1]) << describe(c);
    }
    ASSERT_EQ(ends, twin_ends) << describe(c);
    timing->finish(twin.edges);

    naive::NfpResult counted = twin;  // the handshakes are not told; the counters are
    for (naive::LaneResult& lane : counted.lanes) lane.edges = {};
    counted.levels.clear();
    collect_time(timing->engine_waits(), timing->direction_waits(), timing->mlp_account(), counted);
    collect_work(model, services, timing->queries(), counted);
    const std::string found = difference(twin, counted);
    ASSERT_TRUE(found.empty()) << found << "\n  " << describe(c);
  }
}

/// The twin's result with everything of queries from `first` on `shift` edges later, and all blocks idle meanwhile.
[[nodiscard]] naive::NfpResult shifted(naive::NfpResult r, std::size_t first, naive::Edge shift, std::size_t groups, bool has_direction) {
  const auto move = [&](std::vector<naive::Edge>& edges, std::size_t begin) {
    for (std::size_t i = begin; i < edges.size(); ++i) edges[i] += shift;
  };
  for (std::vector<naive::Edge>* edges : {&r.accept, &r.join, &r.pop}) move(*edges, first);
  const std::size_t engines = r.lanes.size() - (has_direction ? 1 : 0);
  for (std::size_t lane = 0; lane < r.lanes.size(); ++lane) {
    const std::size_t group = lane / (engines / groups);
    const std::size_t begin = lane == engines ? first : (first + groups - 1 - group) / groups;
    for (std::vector<naive::Edge>* edges : {&r.lanes[lane].push, &r.lanes[lane].front, &r.lanes[lane].issue}) move(*edges, begin);
    r.lanes[lane].edges.input_empty += shift;
  }
  for (naive::Step& step : r.steps) step.edge += step.first_query >= first ? shift : 0;
  r.mlp.input_empty += shift;
  r.edges += shift;
  return r;
}

TEST(ChunkContract, LongIdleTimesAndLongRunsOnlyShiftTime) {
  constexpr naive::Edge kDrained = 2'000;  // edges in which the last weights are loaded and every slot is free again
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Case early = unhindered_case(seed);
    const std::size_t middle = early.stimulus.queries.size() / 2;
    if (middle == 0) continue;
    for (naive::Query& query : early.stimulus.queries) query.not_before = 0;
    early.stimulus.queries[middle - 1].last_of_batch = true;
    const Case first_half = shortened(early, middle);
    early.stimulus.queries[middle].not_before = naive::simulate(first_half.setup, first_half.stimulus).edges + kDrained;
    const naive::NfpResult twin = naive::simulate(early.setup, early.stimulus);
    const std::size_t groups = nfp_model(early.setup).geometry.groups;
    for (const naive::Edge shift : {naive::Edge{1} << 30, (naive::Edge{1} << 32) + 5, (naive::Edge{1} << 40) - 1}) {
      Case late = early;
      late.stimulus.queries[middle].not_before += shift;
      const std::string found = difference(shifted(twin, middle, shift, groups, early.setup.direction.has_value()), run_model(late));
      ASSERT_TRUE(found.empty()) << found << "\n  shift " << shift << ' ' << describe(early);
    }
  }
}

}  // namespace
}  // namespace ngpcsim::contract
