#include "models/nfp/grid_pager.h"

#include <algorithm>

#include <fmt/format.h>

namespace ngpcsim::models {

GridPager::GridPager(const NfpModel& model, NfpId nfp)
    : model_(model),
      nfp_(nfp),
      bins_(model.levels, model.encoding.dims, model.params.encoding_engine, model.placement, model.pages),
      lane_place_(model.placement.lanes()) {
  for (const PagedLaneGeometry& lane : model.pages.lanes) {
    lane_place_[lane.lane] = lanes_.size();
    lanes_.emplace_back(lane, model.pages.frames, model.params.encoding_engine.grid_sram.paging.page_order, model.beats());
  }
}

void GridPager::arrived(const Chunk& chunk, std::uint64_t edge) {
  bins_.add(chunk_positions(chunk, model_.encoding.dims));
  const std::uint64_t per_sweep = model_.params.encoding_engine.grid_sram.paging.sweep_queries / model_.params.dma.chunk_queries;
  const bool begins = chunks_in_sweep_ == 0, ends = chunk.ends_batch || chunks_in_sweep_ + 1 == per_sweep;
  if (begins) {
    sweeps_.push_back({.lanes_left = lanes_.size()});
    sweep_gates_.emplace_back();
  }
  queries_ += chunk.count;
  ++sweeps_.back().chunks_left;
  chunks_.push_back({.count = chunk.count, .arrived = edge, .sweep = sweeps() - 1, .end_query = queries_, .begins_sweep = begins, .ends_sweep = ends});
  chunks_in_sweep_ = ends ? 0 : chunks_in_sweep_ + 1;
  if (ends) complete_sweep();
  settle();
}

void GridPager::complete_sweep() {
  sweeps_.back().is_complete = true;
  sweeps_.back().end_query = queries_;
  for (std::size_t n = 0; n < lanes_.size(); ++n) {
    works_.clear();
    bins_.take(n, works_);
    lanes_[n].add_sweep(works_);
  }
}

void GridPager::take_answers(std::uint64_t edge) {
  while (const auto page = pages_.take(edge)) lanes_[lane_place_[page->lane]].loaded(page->use, edge);
  settle();
}

/// Works out what is known by now; each step may be what another waits for.
void GridPager::settle() {
  while (sort_chunks() || find_room() || end_uses()) {
  }
  collect_asks();
  forget();
}

std::optional<std::uint64_t> GridPager::swept(std::uint64_t sweep) const {
  if (sweep < first_sweep_) return 0;  // long ago
  const Sweep& of = sweeps_[sweep - first_sweep_];
  return of.is_swept() ? std::optional(of.latest_end) : std::nullopt;
}

bool GridPager::sort_chunks() {
  bool moved = false;
  for (; next_sorted_ < chunks_end(); ++next_sorted_, moved = true) {
    const ChunkEntry& entry = chunk(next_sorted_);
    const auto bins_free = entry.begins_sweep && entry.sweep >= 2 ? swept(entry.sweep - 2) : std::optional<std::uint64_t>(0);
    if (!bins_free) break;
    const std::uint32_t groups = model_.placement.groups;
    last_sorted_ = std::max({entry.arrived, last_sorted_, *bins_free}) + (entry.count + groups - 1) / groups * std::uint64_t{model_.pages.passes};
    if (entry.ends_sweep) sweep_gates_[entry.sweep - first_sweep_].sorted = last_sorted_;
  }
  return moved;
}

bool GridPager::find_room() {
  bool moved = false;
  next_room_ = std::max(next_room_, first_sweep_);
  for (; next_room_ < sweeps() && sweeps_[next_room_ - first_sweep_].is_complete; ++next_room_, moved = true) {
    const auto room = room_of(sweeps_[next_room_ - first_sweep_]);
    if (!room) break;
    sweep_gates_[next_room_ - first_sweep_].room = room;
  }
  return moved;
}

/// Sweeps are asked about in order.
std::optional<std::uint64_t> GridPager::room_of(const Sweep& sweep) {
  const std::uint64_t places = model_.params.encoding_engine.grid_sram.paging.partial_sum_queries;
  if (sweep.end_query <= places) return 0;
  while (chunk(room_chunk_).end_query < sweep.end_query - places) ++room_chunk_;
  const auto& accepted = chunk(room_chunk_).accepted;
  return accepted ? std::optional(*accepted + 1) : std::nullopt;
}

bool GridPager::end_uses() {
  bool moved = false;
  for (PagedLane& lane : lanes_) {
    while (const auto end = lane.end_use(first_sweep_, sweep_gates_)) {
      moved = true;
      Sweep& sweep = sweeps_[end->sweep - first_sweep_];
      sweep.latest_end = std::max(sweep.latest_end, end->edge);
      if (end->ends_sweep) --sweep.lanes_left;
    }
  }
  return moved;
}

void GridPager::collect_asks() {
  for (PagedLane& lane : lanes_)
    while (const auto ask = lane.take_ask(first_sweep_, sweep_gates_)) asks_.emplace(ask->edge, lane.lane(), ask->use, ask->page);
}

std::optional<std::uint64_t> GridPager::send(std::uint64_t edge) {
  while (!asks_.empty()) {
    const auto [due, lane, use, page] = *asks_.begin();
    if (due > edge) break;
    const TablePage& table = lanes_[lane_place_[lane]].page(page);
    loader_->send(due, {.nfp = nfp_, .lane = lane, .page = page, .use = use, .address = table.address, .bytes = table.bytes});
    asks_.erase(asks_.begin());
  }
  std::optional<std::uint64_t> next = pages_.next_edge();
  if (!asks_.empty()) next = std::min(next.value_or(std::get<0>(*asks_.begin())), std::get<0>(*asks_.begin()));
  return next;
}

std::optional<TableGate> GridPager::next() const {
  if (next_gate_ == chunks_end()) return std::nullopt;
  const ChunkEntry& entry = chunk(next_gate_);
  const auto filled = swept(entry.sweep);
  if (!filled) return std::nullopt;
  return TableGate{.first = 0, .count = entry.count, .ends_chunk = true, .filled = *filled};
}

void GridPager::entered(std::uint64_t edge) {
  ChunkEntry& entry = chunk(next_gate_++);
  entry.accepted = edge;
  --sweeps_[entry.sweep - first_sweep_].chunks_left;
  settle();
}

/// Drops sweeps of which nobody asks any more, and chunks of which no sweep to come wants a place.
void GridPager::forget() {
  while (sweeps_.size() > 2 && sweeps_.front().is_swept() && sweeps_.front().chunks_left == 0 && next_room_ > first_sweep_ && sweep_gates_[2].sorted) {
    sweeps_.pop_front();
    sweep_gates_.pop_front();
    ++first_sweep_;
  }
  while (first_chunk_ < std::min({next_gate_, room_chunk_, next_sorted_})) {
    chunks_.pop_front();
    ++first_chunk_;
  }
}

std::string GridPager::waiting_for() const {
  std::uint64_t loading = 0;
  for (const PagedLane& lane : lanes_) loading += lane.loading();
  return loading == 0 ? std::string() : fmt::format("{} pages of tables", loading);
}

std::uint64_t GridPager::done_until() const {
  std::uint64_t end = 0;
  for (const PagedLane& lane : lanes_) end = std::max(end, lane.last_end());
  return end;
}

}  // namespace ngpcsim::models
