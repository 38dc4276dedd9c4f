#include "models/nfp/nfp.h"

#include <fmt/format.h>

#include "sim/base/error.h"

namespace ngpcsim::models {
namespace {

// Query records and results live in two regions of the memory's address space, at the place of their launch's query number.
constexpr std::uint64_t kInputRegion = 0x1'0000'0000;
constexpr std::uint64_t kOutputRegion = 0x2'0000'0000;

}  // namespace

Nfp::Nfp(const sc_core::sc_module_name& name, ClockDomain clock, RunControl& control, NfpId id, const NfpModel& model)
    : Block(name, clock, control),
      id_(id),
      model_(model),
      timing_(make_nfp_timing(model.geometry)),
      encoding_(model.levels, model.encoding.dims, model.encoding.features, model.params.encoding_engine, model.placement, model.costs),
      direction_(model.params.direction_encoder),
      chunks_(model.params.dma),
      engine_service_(std::size_t{model.params.dma.chunk_queries} * timing_->stride()),
      direction_service_(model.params.dma.chunk_queries) {}

void Nfp::connect(Link<MemoryRequest> memory, Link<BatchDone> scheduler) {
  memory_ = memory;
  scheduler_ = scheduler;
}

void Nfp::on_edge(std::uint64_t edge) {
  take_batches(edge);
  take_responses(edge);
  send_reads();
  run_chunks();
  if (const auto next = batches_.next_edge()) wake_at(*next);
  if (const auto next = responses_.next_edge()) wake_at(*next);
}

void Nfp::take_batches(std::uint64_t edge) {
  while (const auto batch = batches_.take(edge)) chunks_.add(*batch, edge);
}

void Nfp::take_responses(std::uint64_t edge) {
  while (const auto response = responses_.take(edge)) {
    if (response->access == MemoryAccess::kRead) {
      chunks_.arrived(response->id, edge);
      continue;
    }
    const Batch batch = chunks_.chunk(response->id).batch;
    if (!chunks_.written(response->id, edge)) continue;
    scheduler_->send(edge, {id_, batch.launch, batch.count});
    batch_spans_.end(batch.span, edge);
  }
}

void Nfp::send_reads() {
  while (const auto read = chunks_.take_read()) memory_->send(read->edge, request(MemoryAccess::kRead, read->chunk));
}

void Nfp::run_chunks() {
  while (const auto run = chunks_.take_run()) {
    run_chunk(run->chunk, run->edge);
    send_reads();
  }
}

void Nfp::run_chunk(const Chunk& chunk, std::uint64_t offer) {
  if (chunk.batch.table_epoch != table_epoch_) {
    encoding_.tables_loaded();
    table_epoch_ = chunk.batch.table_epoch;
  }
  const stream::Queries& queries = *chunk.batch.queries;
  const bool three_d = model_.encoding.dims == 3;
  encoding_.run({queries.x.data() + chunk.first, queries.y.data() + chunk.first, three_d ? queries.z.data() + chunk.first : nullptr, chunk.count},
                engine_service_.data(), timing_->stride());
  direction_.run(chunk.batch.launch, {queries.ray.data() + chunk.first, chunk.count}, direction_service_.data());
  const auto pops = timing_->run({engine_service_.data(), direction_service_.data(), chunk.count, chunk.ends_batch}, offer);
  chunks_.ran(chunk.id, timing_->last_accept());
  for (const std::uint64_t pop : pops) memory_->send(pop + 1, request(MemoryAccess::kWrite, chunks_.take_popped()));
}

MemoryRequest Nfp::request(MemoryAccess access, const Chunk& chunk) const {
  const bool read = access == MemoryAccess::kRead;
  const std::uint32_t record = read ? model_.record.input : model_.record.output;
  return {.access = access,
          .address = (read ? kInputRegion : kOutputRegion) + chunk.first * record,
          .bytes = chunk.count * record,
          .source = SourceId(id_.value()),
          .id = chunk.id};
}

std::string Nfp::waiting_for() const {
  if (chunks_.unread() > 0) return fmt::format("the memory to answer {} chunk reads", chunks_.unread());
  if (chunks_.unwritten() > 0) return fmt::format("the memory to acknowledge {} chunk writes", chunks_.unwritten());
  return {};
}

}  // namespace ngpcsim::models
