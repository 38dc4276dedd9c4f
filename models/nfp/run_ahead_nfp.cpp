#include "models/nfp/run_ahead_nfp.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace ngpcsim::models {

RunAheadNfp::RunAheadNfp(const sc_core::sc_module_name& name, ClockDomain clock, RunControl& control, NfpId id, const NfpModel& model)
    : Nfp(name, clock, control, id, model),
      timing_(make_nfp_timing(model.geometry)),
      encoding_(model.levels, model.encoding.dims, model.encoding.features, model.params.encoding_engine, model.placement, model.costs),
      direction_(model.params.direction_encoder),
      engine_service_(std::size_t{model.params.dma.chunk_queries} * timing_->stride()),
      direction_service_(model.params.dma.chunk_queries) {
  table_wait_.resize(std::size_t{model.placement.groups} * model.placement.lanes());
  if (model.cached()) gates_ = &cache_.emplace(model);
  if (model.paged()) gates_ = &pager_.emplace(model, id);
  if (!model.geometry.overlaps()) return;
  overlapping_.emplace(model.levels, model.encoding.dims, model.params.encoding_engine, model.placement);
  engine_accesses_.resize(std::size_t{model.params.dma.chunk_queries} * model.levels.size());
}

void RunAheadNfp::advance(std::uint64_t edge) {
  if (gates_ != nullptr) advance_gates(edge);
  else advance_chunks(edge);
}

/// A chunk that runs later is offered at `edge` or later and behind those that have run, so its write comes after the reads that are sent here.
void RunAheadNfp::advance_chunks(std::uint64_t edge) {
  send_reads(std::max(edge, next_offer_));
  while (const auto run = chunks().take_run()) {
    serve(run->chunk);
    run_part(run->chunk, 0, run->chunk.count, run->edge);
    send_reads(std::max(edge, next_offer_));
  }
}

/// The same gate by gate, as far as what they need is there.
void RunAheadNfp::advance_gates(std::uint64_t edge) {
  while (const auto arrived = chunks().take_arrived()) gates_->arrived(arrived->chunk, arrived->edge);
  gates_->take_answers(edge);
  gates_->send(edge);
  send_reads(std::max(edge, next_offer_));
  for (;;) {
    if (!entering_ && (entering_ = chunks().take_run())) serve(entering_->chunk);
    const auto gate = entering_ ? gates_->next() : std::nullopt;
    if (!gate) break;
    run_gate(*gate);
    gates_->send(edge);
    send_reads(std::max(edge, next_offer_));
  }
  if (const auto next = gates_->send(edge)) wake_at(*next);
}

/// Works out the services of the chunk's queries.
void RunAheadNfp::serve(const Chunk& chunk) {
  if (chunk.batch.table_epoch != table_epoch_) {
    encoding_.tables_loaded();
    if (overlapping_) overlapping_->tables_loaded();
    table_epoch_ = chunk.batch.table_epoch;
  }
  const PositionBlock positions = chunk_positions(chunk, model().encoding.dims);
  encoding_.run(positions, engine_service_.data(), timing_->stride());
  if (overlapping_) overlapping_->run(positions, engine_accesses_.data());
  direction_.run(chunk.batch.launch, {chunk.batch.queries->ray.data() + chunk.first, chunk.count}, direction_service_.data());
  if (gates_ != nullptr)
    gates_->add_fills({.cycles = engine_service_.data(), .stride = timing_->stride(), .queries = chunk.count, .first_query = timing_->queries()});
}

void RunAheadNfp::run_gate(const TableGate& gate) {
  const std::uint64_t ready = std::max(next_offer_, gate.first == 0 ? entering_->edge : 0);
  const std::uint64_t late = gate.filled > ready ? gate.filled - ready : 0;
  waits_before_.assign(timing_->engine_waits().begin(), timing_->engine_waits().end());
  run_part(entering_->chunk, gate.first, gate.count, std::max(gate.filled, ready));
  for (std::size_t lane = 0; lane < waits_before_.size(); ++lane)
    table_wait_[lane] += std::min(timing_->engine_waits()[lane].input_empty - waits_before_[lane].input_empty, late);
  gates_->entered(timing_->last_accept());
  if (gate.ends_chunk) entering_.reset();
}

/// Queries of a chunk, from the `first` on, go through the pipeline.
void RunAheadNfp::run_part(const Chunk& chunk, std::uint32_t first, std::uint32_t count, std::uint64_t offer) {
  const bool ends_chunk = first + count == chunk.count;
  ends_chunk_.push_back(ends_chunk);
  const auto pops = timing_->run({.engine = engine_service_.data() + std::size_t{first} * timing_->stride(),
                                  .accesses = engine_accesses_.data(),
                                  .direction = direction_service_.data() + first,
                                  .queries = count,
                                  .ends_batch = ends_chunk && chunk.ends_batch},
                                 offer);
  if (ends_chunk) chunks().ran(chunk.id, timing_->last_accept());
  next_offer_ = timing_->last_accept() + 1;
  for (const std::uint64_t pop : pops) {
    if (ends_chunk_.front()) send_write(pop);
    ends_chunk_.pop_front();
  }
}

std::string RunAheadNfp::waiting_for() const {
  const std::string text = Nfp::waiting_for();
  const std::string gates = gates_ == nullptr ? std::string() : gates_->waiting_for();
  return text.empty() || gates.empty() ? text + gates : fmt::format("{}, {}", text, gates);
}

std::uint64_t RunAheadNfp::done_until() const {
  const std::uint64_t gates = gates_ == nullptr ? 0 : gates_->done_until();
  return timing_->queries() == 0 ? gates : std::max({timing_->span().last_join + 1, timing_->span().last_pop + 1, gates});
}

void RunAheadNfp::finish(std::uint64_t end) {
  timing_->finish(end);
  end_ = end;
}

NfpCounts RunAheadNfp::counts() const {
  std::vector<LevelCounters> levels(encoding_.level_counters().begin(), encoding_.level_counters().end());
  if (gates_ != nullptr) gates_->complete(levels);
  return {.queries = timing_->queries(),
          .popped = timing_->popped(),
          .span = timing_->queries() == 0 ? PipelineSpan{} : timing_->span(),
          .engines = engine_counts(),
          .levels = std::move(levels),
          .page_sweeps = page_sweeps(),
          .sweeps = pager_ ? pager_->sweeps() : 0,
          .direction = direction_count(),
          .direction_evaluations = direction_.evaluations(),
          .mlp = timing_->mlp_account(),
          .weight_load_cycles = timing_->weight_load_cycles(),
          .macs_useful = timing_->popped() * useful_macs(model().layers)};
}

std::vector<online::LaneCount> RunAheadNfp::engine_counts() const {
  const auto loads = encoding_.lane_loads();
  const auto waits = timing_->engine_waits();
  const std::span<const std::uint64_t> fills = gates_ == nullptr ? std::span<const std::uint64_t>() : gates_->fill_cycles();
  const bool sweeps = gates_ != nullptr && gates_->reason() == stats::StallReason::kPageSweep;
  std::vector<online::LaneCount> counts;
  for (std::size_t n = 0; n < loads.size(); ++n) {
    const std::uint64_t busy = loads[n].queries * model().placement.lane_passes[n % model().placement.lanes()] * encoding_.beats();
    const std::uint64_t conflict = model().geometry.overlaps() ? waits[n].conflict : loads[n].service - busy;
    counts.push_back({.queries = loads[n].queries, .busy = busy, .conflict = conflict, .output_full = waits[n].output_full,
                      .input_empty = waits[n].input_empty - table_wait_[n], .line_fill = fills.empty() ? 0 : fills[n],
                      .table_miss = sweeps ? 0 : table_wait_[n], .page_sweep = sweeps ? table_wait_[n] : 0});
  }
  return counts;
}

std::vector<NfpCounts::PageSweep> RunAheadNfp::page_sweeps() const {
  std::vector<NfpCounts::PageSweep> counts;
  if (!pager_) return counts;
  for (const PagedLane& lane : pager_->lanes())
    counts.push_back({.lane = lane.lane(), .account = lane.account(end_), .active_cycles = lane.active_cycles(), .uses = lane.uses(), .hits = lane.hits()});
  return counts;
}

online::LaneCount RunAheadNfp::direction_count() const {
  if (!model().geometry.has_direction_lane) return {};
  const LaneWaits& waits = timing_->direction_waits();
  return {.queries = direction_.queries(), .busy = direction_.queries(), .conflict = direction_.service() - direction_.queries(), .output_full = waits.output_full, .input_empty = waits.input_empty};
}

}  // namespace ngpcsim::models
