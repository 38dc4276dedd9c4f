#include "models/nfp/grid_cache.h"

#include <algorithm>

#include "sim/base/error.h"

namespace ngpcsim::models {

GridCache::GridCache(const NfpModel& model)
    : model_(model), tags_(model.levels, model.encoding.dims, model.params.encoding_engine.grid_sram.corner_reuse, model.placement, model.lines) {}

void GridCache::arrived(const Chunk& chunk, std::uint64_t edge) {
  if (chunk.batch.table_epoch != table_epoch_) tags_.tables_loaded();
  table_epoch_ = chunk.batch.table_epoch;
  tags_.run(chunk_positions(chunk, model_.encoding.dims), missed_);
  lines_.insert(lines_.end(), missed_.lines.begin(), missed_.lines.end());
  missed_by_lane_.push_back(missed_.by_lane);
  add_gates(chunk, edge);
}

void GridCache::add_gates(const Chunk& chunk, std::uint64_t edge) {
  const std::uint32_t per_gate = model_.params.encoding_engine.grid_sram.cache.gate_queries, groups = model_.placement.groups;
  const std::uint64_t passes = *std::max_element(model_.placement.lane_passes.begin(), model_.placement.lane_passes.end());
  for (std::uint32_t first = 0; first < chunk.count; first += per_gate) {
    const std::uint32_t count = std::min(per_gate, chunk.count - first);
    last_tags_ = std::max(last_tags_, edge) + (count + groups - 1) / groups * passes;
    const std::uint64_t before = gates_.empty() ? lines_known_ : gates_.back().lines_end, end = lines_known_ + missed_.end_of_query[first + count - 1];
    gates_.push_back({.gate = {first, count, first + count == chunk.count}, .tags = last_tags_, .lines_end = end});
    if (end == before) gates_.back().filled = last_tags_;
  }
  lines_known_ += missed_.lines.size();
}

void GridCache::answered(std::uint64_t number, std::uint64_t edge) {
  gate(number).filled = edge;
  --unanswered_;
}

/// The edge from which the fill buffer has a place for the next line; nothing while that is not known.
std::optional<std::uint64_t> GridCache::place_free() const {
  const std::uint32_t places = model_.params.encoding_engine.grid_sram.cache.fill_buffer_lines;
  if (lines_sent_ < places) return 0;
  const auto& accepted = gate(freeing_gate_).accepted;
  return accepted ? std::optional(*accepted + 1) : std::nullopt;
}

void GridCache::send() {
  const GridCacheParams& cache = model_.params.encoding_engine.grid_sram.cache;
  for (; !lines_.empty(); lines_.pop_front(), ++lines_sent_) {
    while (gate(sending_gate_).lines_end <= lines_sent_) ++sending_gate_;
    while (lines_sent_ >= cache.fill_buffer_lines && gate(freeing_gate_).lines_end <= lines_sent_ - cache.fill_buffer_lines) ++freeing_gate_;
    const auto free = place_free();
    if (!free) break;
    last_fetch_ = std::max({gate(sending_gate_).tags, lines_sent_ > 0 ? last_fetch_ + 1 : 0, *free});
    const bool is_last = lines_sent_ + 1 == gate(sending_gate_).lines_end;
    unanswered_ += is_last ? 1 : 0;
    memory_->send(last_fetch_, {.access = MemoryAccess::kRead,
                                .address = std::uint64_t{lines_.front()} * cache.line_bytes,
                                .bytes = cache.line_bytes,
                                .source = source_,
                                .id = sending_gate_,
                                .wants_answer = is_last});
  }
  forget();
}

std::optional<GridCache::Gate> GridCache::next() const {
  if (next_gate_ == gates_end()) return std::nullopt;
  const Entry& entry = gate(next_gate_);
  if (!entry.filled) return std::nullopt;
  Gate known = entry.gate;
  known.filled = *entry.filled;
  return known;
}

void GridCache::entered(std::uint64_t edge) {
  Entry& entry = gate(next_gate_++);
  entry.accepted = edge;
  if (entry.gate.ends_chunk) missed_by_lane_.pop_front();
}

/// Drops gates that no fetch asks for any more.
void GridCache::forget() {
  const std::uint32_t places = model_.params.encoding_engine.grid_sram.cache.fill_buffer_lines;
  while (first_gate_ < next_gate_ && gates_.front().lines_end + places <= lines_sent_) {
    gates_.pop_front();
    ++first_gate_;
  }
  sending_gate_ = std::max(sending_gate_, first_gate_);
  freeing_gate_ = std::max(freeing_gate_, first_gate_);
}

}  // namespace ngpcsim::models
