#include "tests/contract/online_run.h"

#include <algorithm>
#include <limits>

#include "sim/base/error.h"

namespace ngpcsim::contract {
namespace {

[[nodiscard]] models::online::QueryRecord record(const std::vector<naive::Query>& queries, std::size_t number) {
  const naive::Query& query = queries[number];
  return {.position = {query.position[0], query.position[1], query.position[2]},
          .direction = {query.direction[0], query.direction[1], query.direction[2]},
          .ray = query.ray,
          .first_of_launch = number == 0,  // a case is one launch
          .last_of_batch = query.last_of_batch};
}

[[nodiscard]] naive::EdgeCount edge_count(const models::online::LaneCount& count) {
  return {.busy = count.busy, .output_full = count.output_full, .conflict = count.conflict, .weights = 0, .dependency = 0, .input_empty = count.input_empty};
}

}  // namespace

/// The number of the query behind the last of the tile in work.
std::size_t StepNumbers::end_of_tile() const {
  std::size_t end = first_of_tile_;
  while (end < queries_.size()) {
    ++end;
    if (queries_[end - 1].last_of_batch || end == first_of_tile_ + tile_) break;
  }
  return end;
}

naive::Step StepNumbers::next(naive::Edge edge, std::uint32_t phase) {
  const std::size_t end = end_of_tile();
  check(next_ < end, "a step at edge {} beyond the last query", edge);
  const std::size_t count = std::min<std::size_t>(phases_[phase_].pack, end - next_);
  const naive::Step step{.edge = edge, .phase = phase, .first_query = next_, .count = count};
  next_ += count;
  if (next_ < end) return step;
  phase_ = phase_ + 1 == phases_.size() ? 0 : phase_ + 1;
  if (phase_ == 0) first_of_tile_ = end;
  next_ = first_of_tile_;
  return step;
}

OnlineRun::OnlineRun(const Case& c, const models::NfpModel& model, models::online::NfpCore& core)
    : case_(c), model_(model), core_(core), steps_(model.geometry.mlp.phases, model.geometry.mlp.tile_queries, c.stimulus.queries) {
  result_.lanes.resize(std::size_t{model.placement.groups} * model.placement.lanes() + (model.geometry.has_direction_lane ? 1 : 0));
}

void OnlineRun::run_until(naive::Edge end) {
  constexpr naive::Edge kStuck = 100'000;
  while (!done() && result_.edges < end) {
    clock_edge();
    check(result_.edges - (result_.pop.empty() ? 0 : result_.pop.back()) < kStuck, "nothing came out for {} edges before edge {}", kStuck, result_.edges);
  }
}

void OnlineRun::clock_edge() {
  const models::online::QueryRecord* const offered = offer();
  const bool accepted = offered != nullptr && core_.ready();
  const bool taken = core_.valid() && case_.stimulus.ready.open(result_.edges);
  if (taken) record_pop();
  core_.clock(offered, taken);
  record_events();
  if (accepted) {
    result_.accept.push_back(result_.edges);
    offering_ = false;
  }
  ++result_.edges;
}

const models::online::QueryRecord* OnlineRun::offer() {
  const std::vector<naive::Query>& queries = case_.stimulus.queries;
  const std::size_t number = result_.accept.size();
  if (number == queries.size()) return nullptr;
  if (!offering_) {
    if (!case_.stimulus.valid.open(result_.edges) || result_.edges < queries[number].not_before) return nullptr;
    offering_ = true;
    offered_ = record(queries, number);
  }
  return &offered_;
}

void OnlineRun::record_pop() {
  result_.pop.push_back(result_.edges);
  if (!case_.setup.functional) return;
  std::vector<naive::Half>& outputs = result_.outputs.emplace_back();
  for (const models::Fp16 value : core_.values()) outputs.push_back(value.bits);
}

void OnlineRun::record_events() {
  const models::online::NfpEvents& events = core_.events();
  for (std::size_t lane = 0; lane < result_.lanes.size(); ++lane) {
    if (events.push[lane]) result_.lanes[lane].push.push_back(result_.edges);
    if (events.front[lane]) result_.lanes[lane].front.push_back(result_.edges);
    if (events.issue[lane]) result_.lanes[lane].issue.push_back(result_.edges);
  }
  if (events.join) result_.join.push_back(result_.edges);
  if (events.mlp.step) result_.steps.push_back(steps_.next(result_.edges, events.mlp.phase));
}

naive::NfpResult OnlineRun::result() const {
  naive::NfpResult result = result_;
  collect_lanes(result);
  collect_work(result);
  return result;
}

void OnlineRun::collect_lanes(naive::NfpResult& result) const {
  std::vector<models::online::LaneCount> counts = core_.engine_counts();
  if (model_.geometry.has_direction_lane) counts.push_back(core_.direction_count());
  check(counts.size() == result.lanes.size(), "{} counts for {} lanes", counts.size(), result.lanes.size());
  for (std::size_t lane = 0; lane < counts.size(); ++lane) {
    result.lanes[lane].edges = edge_count(counts[lane]);
    check(counts[lane].queries == result.lanes[lane].issue.size(), "lane {} counts {} issues of {}", lane, counts[lane].queries, result.lanes[lane].issue.size());
  }
}

void OnlineRun::collect_work(naive::NfpResult& result) const {
  const models::EncodingEngineParams& engine = model_.params.encoding_engine;
  const std::uint64_t beats = (model_.encoding.features + engine.features_per_cycle - 1) / engine.features_per_cycle;
  for (const models::LevelCounters& level : core_.level_counters()) {
    result.levels.push_back({.passes = level.queries, .lookups = level.lookups, .reused = level.reused, .accesses = level.accesses,
                             .conflicts = level.conflicts() * beats, .by_fullest_bank = level.conflict_histogram});
  }
  result.direction_evaluations = core_.direction_evaluations();
  const models::MlpAccount mlp = core_.mlp_account();
  result.mlp = {.busy = mlp.busy, .output_full = mlp.output_full, .conflict = 0, .weights = mlp.weights, .dependency = mlp.dependency,
                .input_empty = mlp.input_empty};
  const models::MlpEngineParams& array = model_.params.mlp_engine;
  result.macs_clocked = mlp.busy * array.rows * array.cols;
  result.macs_useful = core_.macs_useful();
  result.weight_load_edges = core_.weight_load_cycles();
}

naive::NfpResult online_run(const Case& c, const models::NfpModel& model, models::online::NfpCore& core) {
  OnlineRun run(c, model, core);
  run.run_until(std::numeric_limits<naive::Edge>::max());
  return run.result();
}

}  // namespace ngpcsim::contract
