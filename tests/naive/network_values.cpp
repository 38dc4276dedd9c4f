#include "tests/naive/network_values.h"

#include <algorithm>

#include "sim/base/error.h"
#include "tests/naive/half.h"

namespace ngpcsim::naive {
namespace {

/// Balanced binary tree of fp32 adders over neighbours; the size is a power of two.
[[nodiscard]] float tree_sum(std::vector<float> leaves) {
  while (leaves.size() > 1) {
    std::vector<float> sums;
    for (std::size_t i = 0; i < leaves.size(); i += 2) sums.push_back(leaves[i] + leaves[i + 1]);
    leaves = sums;
  }
  return leaves[0];
}

}  // namespace

Activations::Activations(const MlpSetup& mlp, std::vector<Half> features, std::vector<Half> direction)
    : mlp_(mlp), current_(std::move(features)), direction_(std::move(direction)) {}

std::vector<Half> Activations::outputs() const {
  std::vector<Half> outputs = current_;
  outputs.insert(outputs.end(), leaving_.begin(), leaving_.end());
  return outputs;
}

void Activations::step(const Phase& phase) {
  const Layer& layer = mlp_.layers[phase.layer];
  if (phase.row0 == 0 && phase.col0 == 0) {
    inputs_ = current_;
    if (layer.append_direction) inputs_.insert(inputs_.end(), direction_.begin(), direction_.end());
    check(inputs_.size() == layer.in, "layer {} has {} inputs, not {}", phase.layer, layer.in, inputs_.size());
    check(layer.weights.size() == std::size_t{layer.in} * layer.out, "layer {} has {} weights", phase.layer, layer.weights.size());
    sums_.assign(layer.out, 0.0F);
  }
  for (unsigned neuron = phase.col0; neuron < std::min(layer.out, phase.col0 + phase.cols); ++neuron) {
    std::vector<float> products(mlp_.rows, 0.0F);
    for (unsigned i = 0; i < phase.rows && phase.row0 + i < layer.in; ++i) {
      const unsigned input = phase.row0 + i;
      products[i] = to_float(layer.weights[std::size_t{neuron} * layer.in + input]) * to_float(inputs_[input]);
    }
    const float sum = tree_sum(products);
    sums_[neuron] = phase.row0 == 0 ? sum : sums_[neuron] + sum;
  }
  const bool last_tile = phase.row0 + phase.rows >= layer.in && phase.col0 + phase.cols >= layer.out;
  if (last_tile) finish(layer);
}

void Activations::finish(const Layer& layer) {
  current_.clear();
  // ReLU gives +0 for -0 too.
  for (const float sum : sums_) current_.push_back(to_half(!layer.relu || sum > 0.0F ? sum : 0.0F));
  if (layer.first_output_leaves) leaving_.push_back(current_.front());
}

}  // namespace ngpcsim::naive
