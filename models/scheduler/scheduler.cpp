#include "models/scheduler/scheduler.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "sim/base/error.h"

namespace ngpcsim::models {

void Scheduler::connect(Link<LaunchDone> host, Link<LoadTables> loader, std::vector<Link<Batch>> nfps) {
  host_ = host;
  loader_ = loader;
  nfps_ = std::move(nfps);
}

void Scheduler::show_launches(events::Track launches, events::Track loads, std::vector<events::Track> batches) {
  launch_spans_ = launches;
  load_spans_ = loads;
  batch_spans_ = std::move(batches);
}

void Scheduler::on_edge(std::uint64_t edge) {
  settle(edge);
  take_done(edge);
  take_tables(edge);
  take_launches(edge);
  start_load(edge);
  dispatch(edge);
  if (const auto next = launches_.next_edge()) wake_at(*next);
  if (const auto next = batches_done_.next_edge()) wake_at(*next);
  if (const auto next = tables_loaded_.next_edge()) wake_at(*next);
}

void Scheduler::take_done(std::uint64_t edge) {
  while (const auto done = batches_done_.take(edge)) {
    choice_.give_back(done->nfp);
    const auto open = std::find_if(open_.begin(), open_.end(), [&](const Open& o) { return o.launch.id == done->launch; });
    check(open != open_.end(), "a batch of launch {}, which is not open, is done", done->launch);
    open->done += done->count;
    queries_done_ += done->count;
    if (open->done < open->launch.count) continue;
    host_->send(edge, {open->launch.id});
    launch_spans_.end(open->span, edge);
    open_.erase(open);
  }
}

void Scheduler::take_launches(std::uint64_t edge) {
  while (const auto launch = launches_.take(edge)) {
    open_.push_back({.launch = *launch});
    if (!launch->load_tables) open_.back().span = launch_spans_.begin(edge, {launch->id, launch->count});
  }
}

void Scheduler::take_tables(std::uint64_t edge) {
  while (tables_loaded_.take(edge)) {
    loading_ = false;
    ++table_epoch_;
    load_spans_.end(open_.front().span, edge);
    open_.pop_front();  // the launch that asked for nothing but tables
  }
}

/// A launch that loads tables waits until everything before it is done, and everything behind it waits for the tables.
void Scheduler::start_load(std::uint64_t edge) {
  if (loading_ || open_.empty() || !open_.front().launch.load_tables) return;
  loading_ = true;
  loader_->send(edge, {});
  open_.front().span = load_spans_.begin(edge, {});
}

Scheduler::Open* Scheduler::next_to_dispatch() {
  for (Open& open : open_) {
    if (open.launch.load_tables) return nullptr;
    if (open.dispatched < open.launch.count) return &open;
  }
  return nullptr;
}

void Scheduler::dispatch(std::uint64_t edge) {
  waits_for_ = loading_ ? stats::StallReason::kWeights : stats::StallReason::kInputEmpty;
  Open* open = next_to_dispatch();
  if (open == nullptr) return;
  if (edge < next_dispatch_) return wake_at(next_dispatch_);
  const std::optional<NfpId> nfp = choice_.take();
  waits_for_ = stats::StallReason::kOutputFull;
  if (!nfp) return;
  const auto count = static_cast<std::uint32_t>(std::min<std::uint64_t>(params_.batch_queries, open->launch.count - open->dispatched));
  Batch batch{.launch = open->launch.id,
              .queries = open->launch.queries,
              .directions = open->launch.directions,
              .first = open->dispatched,
              .count = count,
              .table_epoch = table_epoch_};
  if (!batch_spans_.empty()) batch.span = batch_spans_[nfp->value()].begin(edge, {batch.launch, batch.first, batch.count});
  nfps_[nfp->value()].send(edge, batch);
  open->dispatched += count;
  ++batches_;
  account_.busy(1);
  settled_ = edge + 1;
  next_dispatch_ = edge + 1;
  if (next_to_dispatch() != nullptr) wake_at(edge + 1);
  else waits_for_ = stats::StallReason::kInputEmpty;
}

/// Charges the edges since the last activation to what it left the scheduler waiting for.
void Scheduler::settle(std::uint64_t edge) {
  if (edge <= settled_) return;
  account_.stall(waits_for_, edge - settled_);
  settled_ = edge;
}

std::string Scheduler::waiting_for() const {
  if (open_.empty()) return {};
  if (loading_) return "tables and weights to be loaded";
  const Open& open = open_.front();
  return fmt::format("launch {}: {} of {} queries dispatched, {} done", open.launch.id, open.dispatched, open.launch.count, open.done);
}

}  // namespace ngpcsim::models
