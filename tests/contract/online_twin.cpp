#include "tests/contract/online_twin.h"

#include <algorithm>

#include "tests/naive/direction_unit.h"
#include "tests/naive/grid_unit.h"
#include "tests/naive/lane.h"
#include "tests/naive/mlp_array.h"

namespace ngpcsim::contract {
namespace {

using naive::Edge;

[[nodiscard]] std::vector<Edge> until(Edge end, const std::vector<Edge>& edges) {
  return {edges.begin(), std::lower_bound(edges.begin(), edges.end(), end)};
}

/// Whether the next of `edges` is this one; `next` counts them.
[[nodiscard]] bool comes_at(Edge edge, const std::vector<Edge>& edges, std::size_t& next) {
  if (next == edges.size() || edges[next] != edge) return false;
  ++next;
  return true;
}

/// One lane, which sees queries `first`, `first + stride`, ...
struct Replay {
  std::size_t first = 0;
  std::size_t stride = 1;
  const naive::LaneResult& whole;
  const std::vector<Edge>& joins;  ///< of all queries
};

[[nodiscard]] naive::LaneResult replay_lane(Edge end, const Case& c, const naive::LaneDepths& depths, naive::Unit& unit, const Replay& replay) {
  std::vector<Edge> joins;
  for (std::size_t i = replay.first; i < replay.joins.size(); i += replay.stride) joins.push_back(replay.joins[i]);
  // A lane that expects no further query charges a wait to the input.
  const std::size_t expected = until(end, replay.whole.issue).size();
  naive::Lane lane(depths, unit, c.stimulus.queries, expected, false);
  std::size_t pushed = 0, joined = 0;
  for (Edge edge = 0; edge < end; ++edge) {
    if (comes_at(edge, replay.whole.push, pushed)) lane.push(edge, replay.first + (pushed - 1) * replay.stride);
    if (comes_at(edge, joins, joined)) lane.pop();
    lane.tick(edge);
    lane.commit();
  }
  return lane.result();
}

void replay_lanes(Edge end, const Case& c, const models::NfpModel& model, const naive::NfpResult& whole, naive::NfpResult& result) {
  const naive::EngineSetup& engine = c.setup.engine;
  const naive::LaneDepths depths{engine.input_queue_depth, engine.index_queue_depth, engine.output_queue_depth, engine.front_latency, engine.back_latency, false,
                                 engine.window};
  const auto groups = model.placement.groups, lanes = model.placement.lanes();
  result.levels.resize(c.setup.grid.levels.size());
  for (unsigned number = 0; number < groups * lanes; ++number) {
    naive::GridUnit unit(c.setup.grid, engine, engine.banks * model.placement.shards, number % lanes, lanes, result.levels);
    result.lanes.push_back(replay_lane(end, c, depths, unit, {number / lanes, groups, whole.lanes.at(number), whole.join}));
  }
  if (!c.setup.direction) return;
  const naive::DirectionSetup& direction = *c.setup.direction;
  const naive::LaneDepths own{direction.input_queue_depth, direction.index_queue_depth, direction.output_queue_depth, 1, direction.latency};
  naive::DirectionUnit unit(direction);
  result.lanes.push_back(replay_lane(end, c, own, unit, {0, 1, whole.lanes.back(), whole.join}));
  result.direction_evaluations = unit.evaluations();
}

/// The array up to its last step before `end`; it waits from then on.
void replay_array(Edge end, const Case& c, const naive::NfpResult& whole, naive::NfpResult& result) {
  const auto behind = std::lower_bound(whole.steps.begin(), whole.steps.end(), end, [](const naive::Step& step, Edge edge) { return step.edge < edge; });
  const Edge last = behind == whole.steps.begin() ? 0 : std::prev(behind)->edge + 1;
  naive::MlpArray array(c.setup.mlp, c.setup.feature_buffer_queries, c.stimulus.queries, false);
  std::size_t joined = 0, popped = 0;
  for (Edge edge = 0; edge < last; ++edge) {
    if (comes_at(edge, whole.pop, popped)) array.pop();
    if (comes_at(edge, whole.join, joined)) array.push({.query = joined - 1, .features = {}, .direction = {}});
    array.tick(edge);
    array.commit();
  }
  array.report(result);
  result.mlp.input_empty += end - last;
}

}  // namespace

naive::NfpResult twin_until(Edge end, const Case& c, const models::NfpModel& model, const naive::NfpResult& whole) {
  naive::NfpResult result;
  result.edges = end;
  result.accept = until(end, whole.accept);
  result.join = until(end, whole.join);
  result.pop = until(end, whole.pop);
  replay_lanes(end, c, model, whole, result);
  replay_array(end, c, whole, result);
  return result;
}

}  // namespace ngpcsim::contract
