#include "models/mlp_engine/mlp_values.h"

#include <algorithm>
#include <array>
#include <bit>

#include "sim/base/error.h"
#include "sim/base/rng.h"

namespace ngpcsim::models {
namespace {

constexpr std::uint32_t kMaxWidth = 256;
using Block = std::array<float, kMlpPadding>;

/// The balanced tree over `leaves` (a power of two of them, overwritten): neighbours are added until one is left.
Block tree_sum(std::span<Block> leaves) {
  for (std::size_t count = leaves.size(); count > 1; count /= 2) {
    for (std::size_t i = 0; i < count / 2; ++i) {
      for (std::size_t lane = 0; lane < kMlpPadding; ++lane) leaves[i][lane] = leaves[2 * i][lane] + leaves[2 * i + 1][lane];
    }
  }
  return leaves[0];
}

/// Products and sum of one array tile for 16 outputs. `weights` holds 16 a input.
Block tile_sum(std::span<const float> in, const float* weights, std::uint32_t rows) {
  std::array<Block, kMaxWidth> leaves;
  const std::size_t used = std::bit_ceil(in.size());
  for (std::size_t i = 0; i < in.size(); ++i) {
    for (std::size_t lane = 0; lane < kMlpPadding; ++lane) leaves[i][lane] = in[i] * weights[i * kMlpPadding + lane];
  }
  std::fill(leaves.begin() + static_cast<std::ptrdiff_t>(in.size()), leaves.begin() + static_cast<std::ptrdiff_t>(used), Block{});
  Block sum = tree_sum(std::span(leaves).first(used));
  // The rest of the tree adds +0 at each level above; once is the same as many times (it only turns -0 into +0).
  if (std::bit_ceil(rows) > used) {
    for (float& value : sum) value += 0.0f;
  }
  return sum;
}

}  // namespace

MlpLayer::MlpLayer(std::uint32_t inputs, std::uint32_t outputs, std::span<const Fp16> weights)
    : inputs_(inputs), outputs_(outputs), weights_(weights.begin(), weights.end()) {
  check(inputs >= 1 && inputs <= kMaxWidth && outputs >= 1 && outputs <= kMaxWidth, "layer of {} x {}, sizes 1 .. {}", inputs, outputs, kMaxWidth);
  check(weights.size() == std::size_t{inputs} * outputs, "{} weights for a layer of {} x {}", weights.size(), inputs, outputs);
  const std::size_t rows = padded_width(inputs);
  blocks_.assign(rows * padded_width(outputs), 0.0f);
  for (std::uint32_t o = 0; o < outputs; ++o) {
    for (std::uint32_t i = 0; i < inputs; ++i) {
      blocks_[(o / kMlpPadding * rows + i) * kMlpPadding + o % kMlpPadding] = to_float(weight(o, i));
    }
  }
}

MlpLayer MlpLayer::synthetic(std::uint32_t inputs, std::uint32_t outputs, std::uint64_t seed) {
  check(inputs >= 1, "layer of {} inputs", inputs);
  // Next below in powers of two: bound^2 x inputs in (1.5, 6].
  float bound = 4.0f;
  while (bound * bound * static_cast<float>(inputs) > 6.0f) bound *= 0.5f;
  Rng rng(seed);
  std::vector<Fp16> weights(std::size_t{inputs} * outputs);
  for (Fp16& weight : weights) weight = to_fp16(static_cast<double>(bound * (2.0f * rng.unit() - 1.0f)));
  return MlpLayer(inputs, outputs, weights);
}

void MlpLayer::evaluate(std::span<const Fp16> in, std::uint32_t rows, bool relu, std::span<Fp16> out) const {
  const std::size_t padded_inputs = padded_width(inputs_);
  check(in.size() == padded_inputs && out.size() == padded_width(outputs_), "layer of {} x {} given {} and {} values", inputs_,
        outputs_, in.size(), out.size());
  check(rows >= 1, "an array of {} rows", rows);
  std::array<float, kMaxWidth> activations;
  for (std::size_t i = 0; i < padded_inputs; ++i) activations[i] = to_float(in[i]);

  for (std::size_t block = 0; block < out.size() / kMlpPadding; ++block) {
    const float* weights = blocks_.data() + block * padded_inputs * kMlpPadding;
    Block sum{};
    for (std::size_t first = 0; first < padded_inputs; first += rows) {
      const std::size_t count = std::min<std::size_t>(rows, padded_inputs - first);
      const Block tile = tile_sum(std::span(activations).subspan(first, count), weights + first * kMlpPadding, rows);
      for (std::size_t lane = 0; lane < kMlpPadding; ++lane) sum[lane] = first == 0 ? tile[lane] : sum[lane] + tile[lane];
    }
    for (std::size_t lane = 0; lane < kMlpPadding; ++lane) {
      const float value = relu && sum[lane] <= 0.0f ? 0.0f : sum[lane];
      out[block * kMlpPadding + lane] = to_fp16(static_cast<double>(value));
    }
  }
  // Neurons of the padding have no inputs. Their zero weights alone do not say so: infinity x 0 is NaN.
  std::fill(out.begin() + outputs_, out.end(), Fp16{});
}

Mlp::Mlp(std::vector<MlpLayer> layers) : layers_(std::move(layers)) {
  check(!layers_.empty(), "a network of no layers");
  for (std::size_t i = 1; i < layers_.size(); ++i) {
    check(layers_[i].inputs() == layers_[i - 1].outputs(), "layer {} has {} inputs, the one before {} outputs", i, layers_[i].inputs(),
          layers_[i - 1].outputs());
  }
}

Mlp Mlp::synthetic(std::uint32_t inputs, std::uint32_t width, std::uint32_t hidden_layers, std::uint32_t outputs, std::uint64_t seed) {
  check(hidden_layers >= 1, "a network of {} hidden layers", hidden_layers);
  std::vector<MlpLayer> layers;
  for (std::uint32_t layer = 0; layer <= hidden_layers; ++layer) {
    layers.push_back(MlpLayer::synthetic(layer == 0 ? inputs : width, layer == hidden_layers ? outputs : width, mix64(seed + layer)));
  }
  return Mlp(std::move(layers));
}

void Mlp::evaluate(std::span<const Fp16> in, std::uint32_t rows, std::span<Fp16> out) const {
  check(in.size() == inputs() && out.size() == outputs(), "a network of {} inputs and {} outputs given {} and {}", inputs(), outputs(), in.size(), out.size());
  std::array<Fp16, kMaxWidth> current{}, next{};
  std::copy(in.begin(), in.end(), current.begin());
  for (const MlpLayer& layer : layers_) {
    const bool last = &layer == &layers_.back();
    layer.evaluate(std::span(current).first(padded_width(layer.inputs())), rows, !last, std::span(next).first(padded_width(layer.outputs())));
    std::swap(current, next);
  }
  std::copy_n(current.begin(), out.size(), out.begin());
}

}  // namespace ngpcsim::models
