#include "models/nfp/grid_cache.h"

#include <algorithm>

#include <fmt/format.h>

namespace ngpcsim::models {

GridCache::GridCache(const NfpModel& model)
    : model_(model),
      tags_(model.levels, model.encoding.dims, model.params.encoding_engine.grid_sram.corner_reuse, model.placement, model.lines),
      line_fill_(std::size_t{model.placement.groups} * model.placement.lanes()) {}

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

void GridCache::take_answers(std::uint64_t edge) {
  while (const auto line = answers_.take(edge)) {
    gate(line->id).filled = edge;
    --unanswered_;
  }
}

void GridCache::add_fills(const ServiceCells& services) {
  const std::span<const std::uint16_t> missed = missed_by_lane_.front();
  const std::uint32_t lanes = model_.placement.lanes(), groups = model_.placement.groups;
  for (std::uint32_t i = 0; i < services.queries; ++i) {
    std::uint64_t* const sums = line_fill_.data() + (services.first_query + i) % groups * lanes;
    std::uint16_t* const service = services.cycles + std::size_t{i} * services.stride;
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
      const std::uint32_t cycles = missed[std::size_t{i} * lanes + lane] * model_.lines.fill_cycles;
      service[lane] = static_cast<std::uint16_t>(service[lane] + cycles);
      sums[lane] += cycles;
    }
  }
}

/// The edge from which the fill buffer has a place for the next line; nothing while that is not known.
std::optional<std::uint64_t> GridCache::place_free() const {
  const std::uint32_t places = model_.params.encoding_engine.grid_sram.cache.fill_buffer_lines;
  if (lines_sent_ < places) return 0;
  const auto& accepted = gate(freeing_gate_).accepted;
  return accepted ? std::optional(*accepted + 1) : std::nullopt;
}

std::optional<std::uint64_t> GridCache::send(std::uint64_t) {
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
  return answers_.next_edge();
}

std::optional<TableGate> GridCache::next() const {
  if (next_gate_ == gates_end()) return std::nullopt;
  const Entry& entry = gate(next_gate_);
  if (!entry.filled) return std::nullopt;
  TableGate known = entry.gate;
  known.filled = *entry.filled;
  return known;
}

void GridCache::entered(std::uint64_t edge) {
  Entry& entry = gate(next_gate_++);
  entry.accepted = edge;
  if (entry.gate.ends_chunk) missed_by_lane_.pop_front();
}

std::string GridCache::waiting_for() const {
  return unanswered_ == 0 ? std::string() : fmt::format("the memory to answer fetches of lines for {} gates", unanswered_);
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
