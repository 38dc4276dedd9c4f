#include "tests/naive/mlp_array.h"

#include <algorithm>

namespace ngpcsim::naive {

MlpArray::MlpArray(const MlpSetup& mlp, std::size_t feature_buffer, const std::vector<Query>& queries, bool functional)
    : mlp_(mlp),
      queries_(queries),
      functional_(functional),
      phases_(lower(mlp)),
      features_(feature_buffer),
      load_left_(phases_.front().load_edges),
      load_edges_(load_left_),
      array_(mlp.latency),
      output_slots_(mlp.output_queue_depth),
      output_(mlp.output_queue_depth) {
  check(!queries.empty() && queries.back().last_of_batch, "the last query of a stimulus closes a batch");
  const std::size_t tile = mlp.tile_queries;
  check(std::min<std::size_t>(phases_.front().pack, tile) <= feature_buffer, "a step of the first phase does not fit the feature buffer");
  check(std::min<std::size_t>(phases_.back().pack, tile) <= mlp.output_queue_depth, "a step of the last phase does not fit the output queue");
}

std::vector<Half> MlpArray::pop() {
  output_slots_.give_back();
  return output_.pop();
}

bool MlpArray::closes_tile(std::size_t query, std::size_t size) const {
  return queries_[query].last_of_batch || size == mlp_.tile_queries;
}

std::size_t MlpArray::step_size() const {
  std::size_t count = 0;
  while (count < phases_[phase_].pack && tile_first_ + next_ + count < queries_.size()) {
    ++count;
    if (closes_tile(tile_first_ + next_ + count - 1, next_ + count)) break;
  }
  return count;
}

bool MlpArray::operands_there(std::size_t count) const {
  if (phase_ == 0) return features_.visible() >= count;
  return tile_.at(next_ + count - 1).phases_done >= phase_;
}

void MlpArray::tick(Edge edge) {
  const std::size_t count = step_size();
  const bool slots = !last_phase() || output_slots_.available(count);
  if (count > 0 && slots && weights_loaded() && operands_there(count)) {
    step(edge, count);
  } else {
    account_idle(count);
  }
  writing_ = array_.leaving();
  if (!writing_ || !writing_->last_phase) return;
  for (std::vector<Half>& values : writing_->outputs) output_.push(std::move(values));
}

void MlpArray::account_idle(std::size_t count) {
  if (count == 0) {
    ++edges_.input_empty;
  } else if (last_phase() && !output_slots_.available(count)) {
    ++edges_.output_full;
  } else if (!weights_loaded()) {
    ++edges_.weights;
  } else if (phase_ > 0 && !operands_there(count)) {
    ++edges_.dependency;
  } else {
    ++edges_.input_empty;
  }
}

void MlpArray::step(Edge edge, std::size_t count) {
  steps_.push_back({edge, phase_, tile_first_ + next_, count});
  ++edges_.busy;
  macs_clocked_ += std::uint64_t{mlp_.rows} * mlp_.cols;
  macs_useful_ += phases_[phase_].useful * count;
  if (phase_ == 0) gather(count);
  Results results{.last_phase = last_phase(), .first = next_, .count = count, .outputs = {}};
  compute(results);
  array_.enter(std::move(results));
  if (last_phase()) output_slots_.reserve(count);
  advance(count);
}

void MlpArray::gather(std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    Joined joined = features_.pop();
    check(joined.query == tile_first_ + tile_.size(), "query {} in the place of {}", joined.query, tile_first_ + tile_.size());
    Member member;
    if (functional_) member.values.emplace(mlp_, std::move(joined.features), std::move(joined.direction));
    tile_.push_back(std::move(member));
  }
}

void MlpArray::compute(Results& results) {
  if (results.last_phase) results.outputs.resize(results.count);
  if (!functional_) return;
  for (std::size_t i = 0; i < results.count; ++i) {
    Activations& values = *tile_[results.first + i].values;
    values.step(phases_[phase_]);
    if (results.last_phase) results.outputs[i] = values.outputs();
  }
}

void MlpArray::advance(std::size_t count) {
  const bool first_step = next_ == 0;
  next_ += count;
  const bool phase_done = closes_tile(tile_first_ + next_ - 1, next_);
  const std::size_t next_phase = last_phase() ? 0 : phase_ + 1;
  const bool load = mlp_.double_buffering ? first_step : phase_done;
  // One phase in all: its weights stay.
  if (load && phases_.size() > 1) load_starting_ = phases_[next_phase].load_edges;
  if (!phase_done) return;
  if (last_phase()) {
    tile_first_ += next_;
    tile_.clear();
  }
  next_ = 0;
  phase_ = next_phase;
}

void MlpArray::commit() {
  features_.commit();
  array_.commit();
  output_slots_.commit();
  output_.commit();
  if (writing_ && !writing_->last_phase) {
    for (std::size_t i = 0; i < writing_->count; ++i) ++tile_.at(writing_->first + i).phases_done;
  }
  writing_.reset();
  if (load_starting_ > 0) {
    load_left_ = load_starting_;
    load_edges_ += load_starting_;
    load_starting_ = 0;
  } else if (load_left_ > 0) {
    --load_left_;
  }
}

void MlpArray::report(NfpResult& result) const {
  result.steps = steps_;
  result.mlp = edges_;
  result.macs_clocked = macs_clocked_;
  result.macs_useful = macs_useful_;
  result.weight_load_edges = load_edges_;
}

}  // namespace ngpcsim::naive
