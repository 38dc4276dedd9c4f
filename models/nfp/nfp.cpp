#include "models/nfp/nfp.h"

#include <fmt/format.h>

namespace ngpcsim::models {
namespace {

// Query records and results live in two regions of the memory's address space, at the place of their launch's query number.
constexpr std::uint64_t kInputRegion = 0x1'0000'0000;
constexpr std::uint64_t kOutputRegion = 0x2'0000'0000;

}  // namespace

Nfp::Nfp(const sc_core::sc_module_name& name, ClockDomain clock, RunControl& control, NfpId id, const NfpModel& model)
    : Block(name, clock, control), id_(id), model_(model), chunks_(model.params.dma) {}

void Nfp::connect(Link<MemoryRequest> memory, Link<BatchDone> scheduler) {
  memory_ = memory;
  scheduler_ = scheduler;
}

void Nfp::on_edge(std::uint64_t edge) {
  take_batches(edge);
  take_responses(edge);
  advance(edge);
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

void Nfp::send_reads(std::uint64_t edge) {
  for (;;) {
    if (!next_read_) next_read_ = chunks_.take_read();
    if (!next_read_) return;
    if (next_read_->edge > edge) return wake_at(next_read_->edge);
    memory_->send(next_read_->edge, request(MemoryAccess::kRead, next_read_->chunk));
    next_read_.reset();
  }
}

void Nfp::send_write(std::uint64_t pop) { memory_->send(pop + 1, request(MemoryAccess::kWrite, chunks_.take_popped())); }

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
