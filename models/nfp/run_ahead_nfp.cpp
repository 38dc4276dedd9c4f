#include "models/nfp/run_ahead_nfp.h"

#include <algorithm>

namespace ngpcsim::models {

RunAheadNfp::RunAheadNfp(const sc_core::sc_module_name& name, ClockDomain clock, RunControl& control, NfpId id, const NfpModel& model)
    : Nfp(name, clock, control, id, model),
      timing_(make_nfp_timing(model.geometry)),
      encoding_(model.levels, model.encoding.dims, model.encoding.features, model.params.encoding_engine, model.placement, model.costs),
      direction_(model.params.direction_encoder),
      engine_service_(std::size_t{model.params.dma.chunk_queries} * timing_->stride()),
      direction_service_(model.params.dma.chunk_queries) {
  if (!model.geometry.overlaps()) return;
  overlapping_.emplace(model.levels, model.encoding.dims, model.params.encoding_engine, model.placement);
  engine_accesses_.resize(std::size_t{model.params.dma.chunk_queries} * model.levels.size());
}

/// A chunk that runs later is offered at `edge` or later and behind those that have run, so its write comes after the reads that are sent here.
void RunAheadNfp::advance(std::uint64_t edge) {
  send_reads(std::max(edge, next_offer_));
  while (const auto run = chunks().take_run()) {
    run_chunk(run->chunk, run->edge);
    send_reads(std::max(edge, next_offer_));
  }
}

void RunAheadNfp::run_chunk(const Chunk& chunk, std::uint64_t offer) {
  if (chunk.batch.table_epoch != table_epoch_) {
    encoding_.tables_loaded();
    if (overlapping_) overlapping_->tables_loaded();
    table_epoch_ = chunk.batch.table_epoch;
  }
  const stream::Queries& queries = *chunk.batch.queries;
  const bool three_d = model().encoding.dims == 3;
  const PositionBlock positions{queries.x.data() + chunk.first, queries.y.data() + chunk.first, three_d ? queries.z.data() + chunk.first : nullptr, chunk.count};
  encoding_.run(positions, engine_service_.data(), timing_->stride());
  if (overlapping_) overlapping_->run(positions, engine_accesses_.data());
  direction_.run(chunk.batch.launch, {queries.ray.data() + chunk.first, chunk.count}, direction_service_.data());
  const auto pops = timing_->run({.engine = engine_service_.data(),
                                  .accesses = engine_accesses_.data(),
                                  .direction = direction_service_.data(),
                                  .queries = chunk.count,
                                  .ends_batch = chunk.ends_batch},
                                 offer);
  chunks().ran(chunk.id, timing_->last_accept());
  next_offer_ = timing_->last_accept() + 1;
  for (const std::uint64_t pop : pops) send_write(pop);
}

std::uint64_t RunAheadNfp::done_until() const {
  return timing_->queries() == 0 ? 0 : std::max(timing_->span().last_join, timing_->span().last_pop) + 1;
}

NfpCounts RunAheadNfp::counts() const {
  const auto levels = encoding_.level_counters();
  return {.queries = timing_->queries(),
          .popped = timing_->popped(),
          .span = timing_->queries() == 0 ? PipelineSpan{} : timing_->span(),
          .engines = engine_counts(),
          .levels = {levels.begin(), levels.end()},
          .direction = direction_count(),
          .direction_evaluations = direction_.evaluations(),
          .mlp = timing_->mlp_account(),
          .weight_load_cycles = timing_->weight_load_cycles(),
          .macs_useful = timing_->popped() * useful_macs(model().layers)};
}

std::vector<online::LaneCount> RunAheadNfp::engine_counts() const {
  const auto loads = encoding_.lane_loads();
  const auto waits = timing_->engine_waits();
  std::vector<online::LaneCount> counts;
  for (std::size_t n = 0; n < loads.size(); ++n) {
    const std::uint64_t busy = loads[n].queries * model().placement.lane_passes[n % model().placement.lanes()] * encoding_.beats();
    const std::uint64_t conflict = model().geometry.overlaps() ? waits[n].conflict : loads[n].service - busy;
    counts.push_back({loads[n].queries, busy, conflict, waits[n].output_full, waits[n].input_empty});
  }
  return counts;
}

online::LaneCount RunAheadNfp::direction_count() const {
  if (!model().geometry.has_direction_lane) return {};
  const LaneWaits& waits = timing_->direction_waits();
  return {direction_.queries(), direction_.queries(), direction_.service() - direction_.queries(), waits.output_full, waits.input_empty};
}

}  // namespace ngpcsim::models
