#include "sim/train/network_trainer.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "models/direction_encoder/spherical_harmonics.h"
#include "models/mlp_engine/mlp_values.h"
#include "sim/base/error.h"
#include "sim/base/rng.h"

namespace ngpcsim::train {
namespace {

constexpr float kFeatureRange = 1e-4f;  // tiny-cuda-nn: features begin uniform in +-1e-4

std::size_t unpadded(const std::vector<models::Layer>& layers) {
  std::size_t weights = 0;
  for (const models::Layer& layer : layers) weights += std::size_t{layer.inputs} * layer.outputs;
  return weights;
}

}  // namespace

NetworkTrainer::NetworkTrainer(const models::EncodingParams& encoding, std::vector<models::GridLevel> levels, const models::NetworkParams& network, std::uint64_t seed)
    : encoding_(encoding),
      levels_(std::move(levels)),
      layout_(models::parameter_layout(encoding, levels_, network)),
      weights_(unpadded(layout_.layers)),
      values_(weights_ + models::total_entries(levels_) * encoding.features),
      gradient_(values_.size()),
      adam_(values_.size()) {
  check(encoding.composite == models::CompositeKind::kNone, "a composite encoding is not trained");
  Rng rng(seed);
  std::size_t first = 0;
  for (const models::Layer& layer : layout_.layers) {
    const std::size_t count = std::size_t{layer.inputs} * layer.outputs;
    const float range = std::sqrt(6.0f / static_cast<float>(layer.inputs + layer.outputs));  // Glorot and Bengio 2010
    for (float& weight : std::span(values_).subspan(first, count)) weight = range * (2.0f * rng.unit() - 1.0f);
    layers_.emplace_back(layer, std::span(values_).subspan(first, count), std::span(gradient_).subspan(first, count));
    inputs_.emplace_back(layer.inputs);
    first += count;
  }
  for (float& feature : std::span(values_).subspan(first)) feature = kFeatureRange * (2.0f * rng.unit() - 1.0f);
  grid_ = std::make_unique<GridGradient>(encoding.dims, encoding.features, levels_, std::span(values_).subspan(first), std::span(gradient_).subspan(first));
}

std::size_t NetworkTrainer::outputs() const {
  const bool density = std::any_of(layout_.layers.begin(), layout_.layers.end(), [](const models::Layer& layer) { return layer.first_output_leaves; });
  return layout_.layers.back().outputs + (density ? std::size_t{1} : 0);
}

void NetworkTrainer::forward(const Batch& batch) {
  grid_->forward(batch.positions, inputs_.front());
  std::optional<Lane> density;
  for (std::size_t l = 0; l < layers_.size(); ++l) {
    if (l > 0) std::copy(layers_[l - 1].outputs().begin(), layers_[l - 1].outputs().end(), inputs_[l].begin());
    if (layout_.layers[l].joins_direction) {
      const std::size_t first = layers_[l - 1].outputs().size();
      for (std::size_t q = 0; q < kLanes; ++q) {
        const auto harmonics = models::spherical_harmonics(batch.directions[q]);
        for (std::size_t c = 0; c < harmonics.size(); ++c) inputs_[l][first + c][q] = harmonics[c];
      }
    }
    layers_[l].forward(inputs_[l]);
    if (layout_.layers[l].first_output_leaves) density = layers_[l].outputs()[0];
  }
  outputs_.assign(layers_.back().outputs().begin(), layers_.back().outputs().end());
  if (density) outputs_.push_back(*density);
}

double NetworkTrainer::add_gradient(const Batch& batch, const Loss& loss) {
  forward(batch);
  std::vector<Lane> by_outputs(outputs_.size());
  double sum = 0.0;
  loss(outputs_, batch, by_outputs, sum);
  std::optional<Lane> by_density;
  if (by_outputs.size() > layers_.back().outputs().size()) {
    by_density = by_outputs.back();
    by_outputs.pop_back();
  }
  for (std::size_t l = layers_.size(); l-- > 0;) {
    if (layout_.layers[l].first_output_leaves)
      for (std::size_t q = 0; q < kLanes; ++q) by_outputs[0][q] += (*by_density)[q];
    std::vector<Lane> by_inputs(layout_.layers[l].inputs);
    layers_[l].backward(inputs_[l], by_outputs, by_inputs);
    if (l > 0) by_inputs.resize(layers_[l - 1].outputs().size());  // the direction has no parameters
    by_outputs = std::move(by_inputs);
  }
  grid_->backward(by_outputs);
  return sum;
}

void NetworkTrainer::step(float rate) { adam_.step(values_, gradient_, rate); }

std::vector<models::Fp16> NetworkTrainer::parameters() const {
  std::vector<models::Fp16> out(layout_.total);
  std::size_t from = 0;
  for (std::size_t l = 0; l < layout_.layers.size(); ++l) {
    const models::Layer& layer = layout_.layers[l];
    for (std::uint32_t o = 0; o < layer.outputs; ++o)
      for (std::uint32_t i = 0; i < layer.inputs; ++i)
        out[layout_.first_weight[l] + std::size_t{o} * models::padded_width(layer.inputs) + i] = models::to_fp16(static_cast<double>(values_[from++]));
  }
  for (std::size_t f = 0; from < values_.size(); ++f, ++from) out[layout_.first_feature + f] = models::to_fp16(static_cast<double>(values_[from]));
  return out;
}

}  // namespace ngpcsim::train
