#include "models/gemm/gemm_nfp.h"

#include <algorithm>

#include <fmt/format.h>

#include "sim/base/error.h"
#include "sim/kernel/run_control.h"

namespace ngpcsim::models {
namespace {

/// Folds computed at a time: a long part without requests is cut so that it can be watched and interrupted.
constexpr std::uint64_t kFoldsAtATime = 4096;

}  // namespace

void GemmNfp::connect(Link<MemoryRequest> memory, Link<GemmDone> controller) {
  memory_ = memory;
  controller_ = controller;
}

void GemmNfp::on_edge(std::uint64_t edge) {
  while (const auto command = commands_.take(edge)) {
    check(!open_, "{}: a command at edge {} while a part is open", name(), edge);
    timing_.start(command->part, edge);
    visible_ = edge;
    open_ = true;
  }
  if (open_) run_ahead(edge);
  if (!shared_.progress.report(number_, timing_.counters().macs_useful)) control().interrupt();
  if (const auto next = commands_.next_edge()) wake_at(*next);
  if (const auto next = responses_.next_edge()) wake_at(*next);
}

void GemmNfp::run_ahead(std::uint64_t edge) {
  bool all = timing_.advance(kFoldsAtATime);
  while (open_) {
    if (all && unlimited_) return part_done(timing_.last_result() + 1);
    const std::uint64_t request = port_.next_edge(), answer = responses_.next_edge().value_or(kNever);
    const std::uint64_t known = all ? horizon(edge, request) : std::min(horizon(edge, request), std::max(edge, timing_.settled_until()));
    if (request <= answer && request != kNever && request - 1 <= known) {
      send(request);
    } else if (all && answer <= known && answer != kNever) {
      take_answer(answer);
      if (timing_.stepped() && timing_.written()) return part_done(answer);
      all = timing_.advance(kFoldsAtATime);
    } else if (!all && std::min(request, answer) <= edge + 1) {
      all = timing_.advance(kFoldsAtATime);  // what comes next must be settled before time goes on
    } else {
      if (!all) wake_at(edge + 1);
      else if (request != kNever) wake_at(request);
      return;
    }
  }
}

std::uint64_t GemmNfp::horizon(std::uint64_t now, std::uint64_t next_send) const {
  const std::size_t known = responses_.size();
  if (known < in_flight_.size()) return std::max(now, in_flight_[known].sent + shared_.round_trip - 1);
  return next_send == kNever ? kNever : std::max(now, next_send + shared_.round_trip - 1);
}

void GemmNfp::send(std::uint64_t edge) {
  const auto [kind, block] = port_.send(edge);
  memory_->send(edge, {.access = kind == RequestPort::Kind::kWrite ? MemoryAccess::kWrite : MemoryAccess::kRead,
                       .address = block.address,
                       .bytes = static_cast<std::uint32_t>(block.bytes),
                       .source = SourceId(number_),
                       .id = next_id_});
  in_flight_.push_back({kind, block.bytes, edge, next_id_++});
}

void GemmNfp::take_answer(std::uint64_t edge) {
  const auto response = responses_.take(edge);
  const Open open = in_flight_.front();
  in_flight_.pop_front();
  check(response->id == open.id && edge >= open.sent + shared_.round_trip, "{}: request {} of edge {} is answered by {} at edge {}, {} edges at least", name(),
        open.id, open.sent, response->id, edge, shared_.round_trip);
  ++answers_;
  if (open.kind == RequestPort::Kind::kWrite) timing_.acknowledge(open.bytes, edge);
  else timing_.answer(open.kind == RequestPort::Kind::kReadA ? Operand::kA : Operand::kB, open.bytes, edge);
}

void GemmNfp::part_done(std::uint64_t edge) {
  timing_.finish(edge);
  open_ = false;
  controller_->send(edge, {.nfp = number_, .visible = visible_, .done = edge, .counters = timing_.part_counters()});
}

std::string GemmNfp::waiting_for() const {
  if (!open_) return {};
  return in_flight_.empty() ? std::string("its own steps")
                            : fmt::format("the memory to answer {} requests, the first of edge {}", in_flight_.size(), in_flight_.front().sent);
}

}  // namespace ngpcsim::models
