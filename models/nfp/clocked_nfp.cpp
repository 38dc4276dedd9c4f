#include "models/nfp/clocked_nfp.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ngpcsim::models {
namespace {

/// Zeros where the application has no directions.
std::array<float, 3> direction_of(const stream::Directions& directions, std::uint32_t ray) {
  if (directions.x.empty()) return {};
  return {directions.x[ray], directions.y[ray], directions.z[ray]};
}

}  // namespace

ClockedNfp::ClockedNfp(const sc_core::sc_module_name& name, ClockDomain clock, RunControl& control, NfpId id, const NfpModel& model,
                       std::unique_ptr<online::NfpCore> core, const FunctionalNetwork& network)
    : Nfp(name, clock, control, id, model), core_(std::move(core)), values_(id, network, model.geometry.has_direction_lane) {}

void ClockedNfp::advance(std::uint64_t edge) {
  make_up_for_idle_edges(edge);
  if (!entering_) begin_chunk();
  if ((entering_ || !in_flight_.empty()) && clock()) send_write(edge);
  send_reads(edge);
  if (!in_flight_.empty()) wake_at(edge + 1);
  else if (entering_) wake_at(std::max(edge + 1, entering_->edge));
}

/// It slept up to `edge` because there was nothing in it.
void ClockedNfp::make_up_for_idle_edges(std::uint64_t edge) {
  check(next_edge_ == edge || (in_flight_.empty() && !offered_), "nfp_{} slept from edge {} to {} with queries in it", id().value(), next_edge_, edge);
  for (; next_edge_ < edge; ++next_edge_) core_->clock(nullptr, false);
}

void ClockedNfp::begin_chunk() {
  entering_ = chunks().take_run();
  entered_ = 0;
  if (!entering_ || entering_->chunk.batch.table_epoch == table_epoch_) return;
  check(in_flight_.empty(), "nfp_{} holds {} queries while its tables are loaded", id().value(), in_flight_.size());
  table_epoch_ = entering_->chunk.batch.table_epoch;
  core_->tables_loaded();
}

/// The next edge. Inside a chunk the input always offers and the output always takes. True when the last query of a chunk was popped.
bool ClockedNfp::clock() {
  const std::uint64_t edge = next_edge_++;
  if (entering_ && !offered_ && edge >= entering_->edge) offered_ = next_query();
  const bool accepted = offered_ && core_->ready();
  const bool taken = core_->valid();
  const bool chunk_popped = taken && pop(edge);
  core_->clock(offered_ ? &offered_->query.record : nullptr, taken);
  if (core_->events().join) join(edge);
  if (accepted) accept(edge);
  return chunk_popped;
}

ClockedNfp::InFlight ClockedNfp::next_query() const {
  const Chunk& chunk = entering_->chunk;
  const stream::Queries& queries = *chunk.batch.queries;
  const std::uint64_t number = chunk.first + entered_;
  const bool last = entered_ + 1 == chunk.count;
  return {.query = {.record = {.position = {queries.x[number], queries.y[number], queries.z[number]},
                               .direction = direction_of(chunk.batch.directions, queries.ray[number]),
                               .ray = queries.ray[number],
                               .first_of_launch = last_launch_ != chunk.batch.launch,
                               .last_of_batch = last && chunk.ends_batch},
                    .launch = chunk.batch.launch,
                    .number = number},
          .ends_chunk = last};
}

void ClockedNfp::accept(std::uint64_t edge) {
  if (queries_++ == 0) span_.first_accept = edge;
  last_launch_ = offered_->query.launch;
  in_flight_.push_back(*std::exchange(offered_, std::nullopt));
  values_.enter(in_flight_.back().query);
  ++entered_;
  if (!in_flight_.back().ends_chunk) return;
  chunks().ran(entering_->chunk.id, edge);
  entering_.reset();
}

void ClockedNfp::join(std::uint64_t edge) {
  if (joined_++ == 0) span_.first_join = edge;
  span_.last_join = edge;
}

/// The oldest query leaves. True when it was the last of its chunk.
bool ClockedNfp::pop(std::uint64_t edge) {
  check(!in_flight_.empty(), "nfp_{} gives a result at edge {} without a query", id().value(), edge);
  values_.leave(core_->values());
  const bool ends_chunk = in_flight_.front().ends_chunk;
  in_flight_.pop_front();
  if (popped_++ == 0) span_.first_pop = edge;
  span_.last_pop = edge;
  return ends_chunk;
}

/// After an interrupt there may be queries in it; what they would send is of no interest any more.
void ClockedNfp::finish(std::uint64_t end) {
  while (next_edge_ < end) static_cast<void>(clock());
}

NfpCounts ClockedNfp::counts() const {
  return {.queries = queries_,
          .popped = popped_,
          .span = span_,
          .engines = core_->engine_counts(),
          .levels = core_->level_counters(),
          .page_sweeps = {},
          .sweeps = 0,
          .direction = core_->direction_count(),
          .direction_evaluations = core_->direction_evaluations(),
          .mlp = core_->mlp_account(),
          .weight_load_cycles = core_->weight_load_cycles(),
          .macs_useful = core_->macs_useful()};
}

}  // namespace ngpcsim::models
