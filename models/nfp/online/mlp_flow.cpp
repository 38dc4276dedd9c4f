#include "models/nfp/online/mlp_flow.h"

#include <algorithm>

#include "sim/base/error.h"

namespace ngpcsim::models::online {

MlpFlow::MlpFlow(const MlpGeometry& geometry, std::uint32_t feature_buffer)
    : g_(geometry),
      waiting_(feature_buffer),
      step_of_(geometry.tile_queries),
      weights_(geometry.phases.front().load_cycles),
      load_cycles_(weights_),
      ready_at_(geometry.output_depth),
      popped_at_(geometry.output_depth) {}

void MlpFlow::clock(bool joined, bool last_of_batch, bool taken) {
  check(!joined || ready(), "a query joined into a full feature buffer");
  check(!taken || valid(), "an output taken that is not there");
  event_ = {};
  if (plan_ && plan_->edge == edge_) {
    step(*plan_);
    plan_.reset();
  }
  if (joined) waiting_[joined_++ % waiting_.size()] = {edge_, last_of_batch};
  if (taken) popped_at_[popped_++ % popped_at_.size()] = edge_;
  if (!plan_ && (event_.step || joined || taken)) plan_ = plan();
  ++edge_;
}

/// The next step, if all that decides its edge has happened.
std::optional<MlpFlow::Plan> MlpFlow::plan() const {
  Plan plan;
  if (phase_ == 0) {
    if (!gather(plan)) return std::nullopt;
  } else {
    plan.queries = std::min(g_.phases[phase_].pack, filled_ - first_);
    plan.dependency = step_of_[first_ + plan.queries - 1] + g_.latency;
  }
  if (is_last(phase_) && !find_room(plan)) return std::nullopt;
  if (first_ == 0) plan.weights = weights_;
  plan.edge = std::max({free_, plan.credit, plan.weights, plan.dependency, plan.input});
  return plan;
}

/// The queries of a step of the first phase: as many as it packs, fewer where the tile ends.
bool MlpFlow::gather(Plan& plan) const {
  const std::uint32_t wanted = std::min(g_.phases[0].pack, g_.tile_queries - first_);
  while (plan.queries < wanted && read_ + plan.queries < joined_ && !plan.closes_tile) {
    const Waiting& query = waiting_[(read_ + plan.queries++) % waiting_.size()];
    plan.closes_tile = query.last_of_batch || first_ + plan.queries == g_.tile_queries;
    plan.input = query.join + 1;
  }
  return plan.queries == wanted || plan.closes_tile;
}

bool MlpFlow::find_room(Plan& plan) const {
  const std::uint64_t outputs = produced_ + plan.queries;
  if (outputs <= g_.output_depth) return true;
  const std::uint64_t pop = outputs - 1 - g_.output_depth;
  if (pop >= popped_) return false;
  plan.credit = popped_at_[pop % popped_at_.size()] + 1;
  return true;
}

void MlpFlow::step(const Plan& plan) {
  const std::uint64_t at = charge_step(account_, free_, plan.credit, plan.weights, plan.dependency, plan.input);
  check(at == edge_, "a step planned for edge {} at edge {}", at, edge_);
  free_ = edge_ + 1;
  event_ = {true, phase_};
  event_queries_ = plan.queries;
  std::fill_n(step_of_.begin() + first_, plan.queries, edge_);
  if (is_last(phase_))
    for (std::uint32_t n = 0; n < plan.queries; ++n) ready_at_[produced_++ % ready_at_.size()] = edge_ + g_.latency;

  const bool is_first = first_ == 0;
  first_ += plan.queries;
  if (phase_ == 0) {
    read_ += plan.queries;
    filled_ = first_;
  }
  const bool is_end = phase_ == 0 ? plan.closes_tile : first_ == filled_;
  load_weights(is_first, is_end);
  if (!is_end) return;
  phase_ = is_last(phase_) ? 0 : phase_ + 1;
  first_ = 0;
}

/// The weights of the next phase, at the first or behind the last step of this one. With one phase in all they stay.
void MlpFlow::load_weights(bool first, bool last) {
  if (g_.phases.size() == 1 || !(g_.double_buffering ? first : last)) return;
  const std::uint32_t cycles = g_.phases[is_last(phase_) ? 0 : phase_ + 1].load_cycles;
  weights_ = edge_ + 1 + cycles;
  load_cycles_ += cycles;
}

MlpAccount MlpFlow::account() const {
  MlpAccount account = account_;
  account.input_empty += edge_ - free_;
  return account;
}

}  // namespace ngpcsim::models::online
