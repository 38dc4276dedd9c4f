#include "models/gemm/gemm_controller.h"

#include <utility>

#include <fmt/format.h>

#include "sim/base/error.h"
#include "sim/kernel/run_control.h"

namespace ngpcsim::models {

GemmController::GemmController(const sc_core::sc_module_name& name, ClockDomain clock, RunControl& control, const SplitSetup& setup, stream::GemmList list,
                               GemmProgressMeter& progress)
    : Block(name, clock, control), setup_(setup), list_(std::move(list)), progress_(progress), charged_(setup.nfps, 0) {
  wake_at(0);
}

void GemmController::on_edge(std::uint64_t edge) {
  while (const auto done = done_.take(edge)) take(*done);
  if (pending_ == 0 && edge > 0) {
    if (reducing_ || work_.reduction.empty()) end(edge);
    else send(work_.reduction, edge), reducing_ = true;
  }
  if (pending_ == 0 && !finished()) begin(edge);
  if (finished()) control().finish();
  else if (const auto next = done_.next_edge()) wake_at(*next);
}

void GemmController::begin(std::uint64_t edge) {
  work_ = split_gemm(setup_, list_[layers_.size()], address_);
  address_ = work_.end;
  layer_ = {.split = work_.split, .parts = work_.parts.size(), .first_edge = edge, .cycles = 0, .counters = {}};
  reducing_ = false;
  progress_.begin_layer(layers_.size());
  send(work_.parts, edge);
}

void GemmController::send(const std::vector<GemmPart>& parts, std::uint64_t edge) {
  for (std::size_t n = 0; n < parts.size(); ++n) nfps_[n].send(edge, {parts[n]});
  pending_ = parts.size();
}

void GemmController::take(const GemmDone& done) {
  --pending_;
  layer_.counters += done.counters;
  layer_.counters.account.idle += done.visible - charged_[done.nfp];
  charged_[done.nfp] = done.done;
}

void GemmController::end(std::uint64_t edge) {
  for (std::uint64_t& charged : charged_) layer_.counters.account.idle += edge - std::exchange(charged, edge);
  layer_.cycles = edge - layer_.first_edge;
  const std::uint64_t total = layer_.counters.account.total();
  check(total == layer_.cycles * setup_.nfps, "multiplication {}: {} edges are accounted for, but {} NFPs have {} each", layers_.size(), total, setup_.nfps,
        layer_.cycles);
  layers_.push_back(layer_);
  last_edge_ = edge;
}

std::string GemmController::waiting_for() const {
  return pending_ == 0 ? std::string() : fmt::format("{} parts of multiplication {} of {}", pending_, layers_.size() + 1, list_.size());
}

}  // namespace ngpcsim::models
