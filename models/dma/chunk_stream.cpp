#include "models/dma/chunk_stream.h"

#include <algorithm>
#include <utility>

#include "sim/base/error.h"

namespace ngpcsim::models {

void ChunkStream::add(const Batch& batch, std::uint64_t edge) {
  const std::uint64_t number = first_batch_ + unwritten_of_batch_.size();
  unwritten_of_batch_.push_back((batch.count + params_.chunk_queries - 1) / params_.chunk_queries);
  for (std::uint32_t done = 0; done < batch.count;) {
    const std::uint32_t count = std::min(params_.chunk_queries, batch.count - done);
    const Chunk chunk{batch, next_chunk_++, batch.first + done, count, done + count == batch.count};
    entries_.push_back({.chunk = chunk, .visible = edge, .batch_number = number});
    done += count;
  }
}

std::optional<ChunkStream::Step> ChunkStream::take_read() {
  if (next_read_ == next_chunk_) return std::nullopt;
  const Entry& entry = at(next_read_);
  std::uint64_t edge = std::max(entry.visible, next_read_ > 0 ? last_read_edge_ + 1 : 0);
  if (next_read_ >= params_.input_chunks) {
    const auto& freed = at(next_read_ - params_.input_chunks).last_accept;
    if (!freed) return std::nullopt;
    edge = std::max(edge, *freed + 1);
  }
  last_read_edge_ = edge;
  ++next_read_;
  return Step{entry.chunk, edge};
}

void ChunkStream::arrived(std::uint64_t id, std::uint64_t edge) { at(id).arrived = edge; }

std::optional<ChunkStream::Step> ChunkStream::take_arrived() {
  if (next_arrived_ == next_read_ || !at(next_arrived_).arrived) return std::nullopt;
  const Entry& entry = at(next_arrived_++);
  return Step{entry.chunk, *entry.arrived};
}

std::optional<ChunkStream::Step> ChunkStream::take_run() {
  if (next_run_ == next_read_ || !at(next_run_).arrived) return std::nullopt;
  std::uint64_t offer = *at(next_run_).arrived;
  if (next_run_ >= params_.output_chunks) {
    const auto& freed = at(next_run_ - params_.output_chunks).written;
    if (!freed) return std::nullopt;
    offer = std::max(offer, *freed + 1);
  }
  return Step{at(next_run_++).chunk, offer};
}

void ChunkStream::ran(std::uint64_t id, std::uint64_t last_accept) { at(id).last_accept = last_accept; }

const Chunk& ChunkStream::take_popped() {
  check(next_popped_ < next_run_, "chunk {} was popped before it ran", next_popped_);
  return at(next_popped_++).chunk;
}

bool ChunkStream::written(std::uint64_t id, std::uint64_t edge) {
  Entry& entry = at(id);
  entry.written = edge;
  ++written_;
  const bool whole = --unwritten_of_batch_[entry.batch_number - first_batch_] == 0;
  while (!unwritten_of_batch_.empty() && unwritten_of_batch_.front() == 0) {
    unwritten_of_batch_.pop_front();
    ++first_batch_;
  }
  retire();
  return whole;
}

/// Forgets entries whose edges no later chunk asks for.
void ChunkStream::retire() {
  while (!entries_.empty() && entries_.front().written && first_ + params_.input_chunks < next_read_ && first_ + params_.output_chunks < next_run_) {
    entries_.pop_front();
    ++first_;
  }
}

const ChunkStream::Entry& ChunkStream::at(std::uint64_t id) const {
  check(id >= first_ && id - first_ < entries_.size(), "chunk {} is not among the {} from {} on", id, entries_.size(), first_);
  return entries_[id - first_];
}

ChunkStream::Entry& ChunkStream::at(std::uint64_t id) { return const_cast<Entry&>(std::as_const(*this).at(id)); }

}  // namespace ngpcsim::models
