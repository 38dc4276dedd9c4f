#include "tests/contract/model_counters.h"

namespace ngpcsim::contract {

void collect_time(std::span<const models::LaneWaits> engines, const models::LaneWaits& direction, const models::MlpAccount& mlp,
                  naive::NfpResult& result) {
  const auto copy = [](const models::LaneWaits& from, naive::EdgeCount& to) {
    to.output_full = from.output_full;
    to.input_empty = from.input_empty;
    to.conflict = from.conflict;
  };
  for (std::size_t lane = 0; lane < engines.size(); ++lane) copy(engines[lane], result.lanes.at(lane).edges);
  if (result.lanes.size() > engines.size()) copy(direction, result.lanes.back().edges);
  result.mlp = {.busy = mlp.busy, .output_full = mlp.output_full, .conflict = 0, .weights = mlp.weights, .dependency = mlp.dependency,
                .input_empty = mlp.input_empty};
}

void collect_work(const models::NfpModel& model, const Services& services, std::uint64_t queries, naive::NfpResult& result) {
  const std::uint64_t beats = services.encoding.beats();
  for (std::size_t lane = 0; lane < services.encoding.lane_loads().size(); ++lane) {
    const models::EncodingServices::LaneLoad& load = services.encoding.lane_loads()[lane];
    naive::EdgeCount& edges = result.lanes.at(lane).edges;
    edges.busy = load.queries * model.placement.lane_passes.at(lane % model.placement.lanes()) * beats;
    if (!services.overlapping) edges.conflict = load.service - edges.busy;
  }
  if (model.geometry.has_direction_lane) {
    result.lanes.back().edges.busy = services.direction.queries();
    result.lanes.back().edges.conflict = services.direction.service() - services.direction.queries();
  }
  result.direction_evaluations = services.direction.evaluations();
  for (const models::LevelCounters& level : services.encoding.level_counters()) {
    result.levels.push_back({.passes = level.queries, .lookups = level.lookups, .reused = level.reused, .accesses = level.accesses,
                             .conflicts = level.conflicts() * beats, .by_fullest_bank = level.conflict_histogram});
  }
  const models::MlpEngineParams& array = model.params.mlp_engine;
  result.macs_clocked = result.mlp.busy * array.rows * array.cols;
  result.macs_useful = queries * models::useful_macs(model.layers);
}

}  // namespace ngpcsim::contract
