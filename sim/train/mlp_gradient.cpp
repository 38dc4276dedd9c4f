#include "sim/train/mlp_gradient.h"

#include <algorithm>

#include "models/common/isa_clones.h"
#include "sim/base/error.h"

namespace ngpcsim::train {
namespace {

/// out = w[0] in[0] + w[1] in[1] + ...
NGPCSIM_ISA_CLONES void weighted_sum(const float* weights, const Lane* in, std::size_t count, Lane& out) {
  out.fill(0.0f);
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t q = 0; q < kLanes; ++q) out[q] += weights[i] * in[i][q];
}

NGPCSIM_ISA_CLONES void add_scaled(const float* weights, const Lane& in, std::size_t count, Lane* out) {
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t q = 0; q < kLanes; ++q) out[i][q] += weights[i] * in[q];
}

NGPCSIM_ISA_CLONES void add_products(const Lane& a, const Lane* b, std::size_t count, float* sums) {
  constexpr std::size_t kPartial = 16;
  for (std::size_t i = 0; i < count; ++i) {
    std::array<float, kPartial> partial{};
    for (std::size_t q = 0; q < kLanes; q += kPartial)
      for (std::size_t p = 0; p < kPartial; ++p) partial[p] += a[q + p] * b[i][q + p];
    float sum = 0.0f;
    for (const float p : partial) sum += p;
    sums[i] += sum;
  }
}

}  // namespace

LayerGradient::LayerGradient(const models::Layer& layer, std::span<float> weights, std::span<float> gradient)
    : layer_(layer), weights_(weights), gradient_(gradient), outputs_(layer.outputs) {
  check(weights.size() == std::size_t{layer.inputs} * layer.outputs && gradient.size() == weights.size(), "a layer of {} x {} with {} weights", layer.inputs, layer.outputs, weights.size());
}

void LayerGradient::forward(std::span<const Lane> inputs) {
  for (std::uint32_t o = 0; o < layer_.outputs; ++o) {
    weighted_sum(weights_.data() + std::size_t{o} * layer_.inputs, inputs.data(), layer_.inputs, outputs_[o]);
    if (!layer_.relu) continue;
    for (float& value : outputs_[o]) value = std::max(value, 0.0f);
  }
}

void LayerGradient::backward(std::span<const Lane> inputs, std::span<Lane> by_outputs, std::span<Lane> by_inputs) {
  std::fill(by_inputs.begin(), by_inputs.end(), Lane{});
  for (std::uint32_t o = 0; o < layer_.outputs; ++o) {
    if (layer_.relu)
      for (std::size_t q = 0; q < kLanes; ++q) by_outputs[o][q] = outputs_[o][q] > 0.0f ? by_outputs[o][q] : 0.0f;
    const std::size_t row = std::size_t{o} * layer_.inputs;
    add_products(by_outputs[o], inputs.data(), layer_.inputs, gradient_.data() + row);
    add_scaled(weights_.data() + row, by_outputs[o], layer_.inputs, by_inputs.data());
  }
}

}  // namespace ngpcsim::train
