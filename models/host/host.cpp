#include "models/host/host.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "sim/base/error.h"
#include "sim/kernel/run_control.h"

namespace ngpcsim::models {

Host::Host(const sc_core::sc_module_name& name, ClockDomain clock, RunControl& control, const HostParams& params, const gpu::KernelTimes& costs, HostJob job,
           const RunHooks& hooks)
    : Block(name, clock, control), params_(params), costs_(costs), job_(std::move(job)), hooks_(hooks), slots_(params.groups_in_flight) {
  progress_.frames = job_.frames.size();
  wake_at(0);
}

void Host::on_edge(std::uint64_t edge) {
  last_edge_ = edge;
  if (frames_.empty() && frame_ == nullptr) open_frame(edge);
  if (running_ && running_->end == edge) end_kernel(edge);
  take_results(edge);
  if (!running_) start_kernel(edge);
  if (running_) wake_at(running_->end);
  if (const auto next = launches_done_.next_edge()) wake_at(*next);
}

void Host::open_frame(std::uint64_t edge) {
  const std::size_t number = frames_.size();
  const std::uint64_t index = job_.frames[number];
  frame_ = job_.source->open_frame(index);
  frames_.push_back({.name = job_.source->frame_name(index), .pixels = frame_->pixels(), .begin_host = edge});
  progress_.frame = number;
  progress_.pixels = frame_->pixels() * (job_.frames.size() - number) + progress_.pixels_done;
  const bool loads = number == 0 ? job_.load_first_frame : job_.load_period > 0 && number % job_.load_period == 0;
  if (loads) scheduler_->send(edge, {.id = launches_++ * slots_.size(), .load_tables = true});
  for (Slot& slot : slots_)
    if (!open_group(slot, edge)) break;
}

bool Host::open_group(Slot& slot, std::uint64_t edge) {
  slot.group = frame_->next_group(params_.rays_per_group);
  if (slot.group == nullptr) return false;
  slot.ready = edge;
  slot.composite = 0;
  slot.fresh = true;
  return true;
}

void Host::take_results(std::uint64_t edge) {
  while (const auto done = launches_done_.take(edge)) {
    Slot& slot = slots_[done->id % slots_.size()];
    slot.ready = edge;
    slot.composite = slot.queries->size();
    progress_.queries_done += slot.queries->size();
    if (--outstanding_ == 0) frames_.back().ngpc_busy += edge - outstanding_since_;
  }
}

/// The kernel's queries go to the NGPC; a group that gave none is finished, and the next one takes its place.
void Host::end_kernel(std::uint64_t edge) {
  const Running kernel = *std::exchange(running_, std::nullopt);
  kernels_.end(kernel.span, edge);
  if (kernel.queries > 0) send_launch(kernel.slot, edge);
  else end_group(slots_[kernel.slot], edge);
  if (hooks_.progress && !hooks_.progress(progress_)) control().interrupt();
}

void Host::send_launch(std::size_t slot, std::uint64_t edge) {
  const stream::Queries& queries = *slots_[slot].queries;
  scheduler_->send(edge, {.id = launches_++ * slots_.size() + slot, .queries = &queries, .directions = slots_[slot].group->directions(), .count = queries.size()});
  ++frames_.back().rounds;
  if (outstanding_++ == 0) outstanding_since_ = edge;
}

void Host::end_group(Slot& slot, std::uint64_t edge) {
  frames_.back().rays_hit += slot.group->rays_hit();
  progress_.pixels_done += slot.group->rays();
  slot.group.reset();
  if (open_group(slot, edge)) return;
  if (std::any_of(slots_.begin(), slots_.end(), [](const Slot& s) { return s.group != nullptr; })) return;
  close_frame(edge);
}

void Host::close_frame(std::uint64_t edge) {
  FrameRecord& frame = frames_.back();
  frame.end_host = edge;
  if (frames_.size() == job_.frames.size()) return control().finish();
  open_frame(edge);
}

Host::Slot* Host::next_ready() {
  Slot* next = nullptr;
  for (Slot& slot : slots_)
    if (slot.ready && (next == nullptr || *slot.ready < *next->ready)) next = &slot;
  return next;
}

void Host::start_kernel(std::uint64_t edge) {
  Slot* const slot = next_ready();
  if (slot == nullptr) return;
  slot->ready.reset();
  const auto [round, queries] = slot->group->next_round_in(steps_of_round(params_, slot->group->rays_alive()), slot->buffer);
  slot->queries = round.queries > 0 ? queries : nullptr;
  check(round.queries == 0 || round.queries == queries->size(), "a round of {} queries gave {}", round.queries, queries->size());
  const KernelWork work{.pixels = slot->fresh ? slot->group->rays() : 0, .probes = round.probes, .queries = slot->composite, .launches = 0, .sorted = round.sorted};
  if (hooks_.round && round.queries > 0) hooks_.round(*queries, slot->group->directions());
  const std::uint64_t edges = kernel_edges(work, costs_, clock());
  slot->fresh = false;
  const auto place = static_cast<std::size_t>(slot - slots_.data());
  running_ = {place, edge + edges, round.queries, kernels_.begin(edge, {place, work.probes, work.queries, round.queries})};

  FrameRecord& frame = frames_.back();
  ++frame.launches;
  frame.queries += round.queries;
  frame.probes += round.probes;
  frame.host_busy += edges;
  busy_ += edges;
  std::uint64_t held = 0;
  for (const Slot& s : slots_) held += s.queries == nullptr ? 0 : s.queries->size();
  peak_queries_ = std::max(peak_queries_, held);
}

/// A kernel that was cut off by an interruption counts up to `end`.
void Host::finish(std::uint64_t end) {
  const std::uint64_t cut = running_ && running_->end > end ? running_->end - end : 0;
  account_.busy(busy_ - cut);
  account_.stall(stats::StallReason::kInputEmpty, end - (busy_ - cut));
  if (frames_.empty() || frames_.back().end_host != 0) return;
  frames_.back().host_busy -= cut;
  frames_.back().end_host = end;
  if (outstanding_ > 0) frames_.back().ngpc_busy += end - outstanding_since_;
}

std::string Host::waiting_for() const {
  const auto waiting = std::count_if(slots_.begin(), slots_.end(), [](const Slot& s) { return s.group != nullptr && !s.ready; });
  if (running_) return fmt::format("its kernel of place {} to end at edge {}", running_->slot, running_->end);
  return waiting == 0 ? std::string() : fmt::format("the NGPC to finish {} launches", waiting);
}

}  // namespace ngpcsim::models
