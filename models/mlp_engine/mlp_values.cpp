#include "models/mlp_engine/mlp_values.h"

#include <algorithm>
#include <array>
#include <bit>

#include "models/common/fp16_lanes.h"
#include "models/common/isa_clones.h"
#include "sim/base/error.h"
#include "sim/base/rng.h"

namespace ngpcsim::models {
namespace {

constexpr std::uint32_t kMaxWidth = 256;
constexpr std::size_t kOutputs = 2;  ///< that a kernel sums at once: each activation is loaded once for both

/// A node of the tree, of two outputs (a, b) for a row of queries.
struct Node {
  Floats8 a0, a1, b0, b1;
};

[[gnu::always_inline]] inline void add(Node& left, const Node& right) {
  left.a0 += right.a0;
  left.a1 += right.a1;
  left.b0 += right.b0;
  left.b1 += right.b1;
}

/// The tree over kLeaves products, depth first, so that it stays in registers. `weights` holds a pair for each input.
template <std::size_t kLeaves>
[[gnu::always_inline]] inline void sum_products(const ValueRow* in, const float* weights, Node& node) {
  if constexpr (kLeaves == 1) {
    Floats8 x0, x1;
    load(x0, *in, 0);
    load(x1, *in, 1);
    node.a0 = x0 * weights[0];
    node.a1 = x1 * weights[0];
    node.b0 = x0 * weights[1];
    node.b1 = x1 * weights[1];
  } else {
    Node right;
    sum_products<kLeaves / 2>(in, weights, node);
    sum_products<kLeaves / 2>(in + kLeaves / 2, weights + kLeaves / 2 * kOutputs, right);
    add(node, right);
  }
}

/// An array tile of `count` inputs, a multiple of kLeaves, of an array of `rows`.
template <std::size_t kLeaves>
[[gnu::always_inline]] inline void sum_tile(const ValueRow* in, const float* weights, std::size_t count, std::size_t rows, Node& sum) {
  alignas(32) std::array<Node, kMaxWidth / kLeaves> nodes;
  const std::size_t used = count / kLeaves, leaves = std::bit_ceil(used);
  for (std::size_t n = 0; n < used; ++n) sum_products<kLeaves>(in + n * kLeaves, weights + n * kLeaves * kOutputs, nodes[n]);
  for (std::size_t n = used; n < leaves; ++n) nodes[n] = Node{};
  for (std::size_t left = leaves / 2; left > 0; left /= 2) {
    for (std::size_t n = 0; n < left; ++n) {
      Node node = nodes[2 * n];
      add(node, nodes[2 * n + 1]);
      nodes[n] = node;
    }
  }
  sum = nodes[0];
  // The rest of the tree adds +0 at each level above; once is the same as many times (it only turns -0 into +0).
  if (std::bit_ceil(rows) > leaves * kLeaves) add(sum, Node{});
}

[[gnu::always_inline]] inline void activate(Floats8& sum, bool relu, ValueRow& out, std::size_t part) {
  if (relu) sum = sum <= 0.0f ? Floats8{} : sum;
  round_to_fp16(sum);
  store(out, part, sum);
}

struct LayerShape {
  std::size_t padded_inputs, outputs, rows;
  bool relu;
};

/// kLeaves divides `rows` and the padding, hence all tiles.
template <std::size_t kLeaves>
[[gnu::always_inline]] inline void evaluate_layer(const LayerShape& shape, const ValueRow* in, const float* weights, ValueRow* out) {
  for (std::size_t o = 0; o < shape.outputs; o += kOutputs, weights += shape.padded_inputs * kOutputs) {
    Node sum{};
    for (std::size_t first = 0; first < shape.padded_inputs; first += shape.rows) {
      Node tile;
      sum_tile<kLeaves>(in + first, weights + first * kOutputs, std::min(shape.rows, shape.padded_inputs - first), shape.rows, tile);
      if (first == 0) sum = tile;
      else add(sum, tile);
    }
    activate(sum.a0, shape.relu, out[o], 0);
    activate(sum.a1, shape.relu, out[o], 1);
    if (o + 1 == shape.outputs) break;
    activate(sum.b0, shape.relu, out[o + 1], 0);
    activate(sum.b1, shape.relu, out[o + 1], 1);
  }
}

NGPCSIM_ISA_CLONES void evaluate_any_layer(const LayerShape& shape, const ValueRow* in, const float* weights, ValueRow* out) {
  if (shape.rows % 16 == 0) evaluate_layer<16>(shape, in, weights, out);
  else if (shape.rows % 8 == 0) evaluate_layer<8>(shape, in, weights, out);
  else if (shape.rows % 4 == 0) evaluate_layer<4>(shape, in, weights, out);
  else if (shape.rows % 2 == 0) evaluate_layer<2>(shape, in, weights, out);
  else evaluate_layer<1>(shape, in, weights, out);
}

/// A row of which one query is in use.
void widen_one(std::span<const Fp16> values, std::span<ValueRow> rows) {
  for (std::size_t i = 0; i < values.size(); ++i) rows[i] = {{to_float(values[i])}};
}

void narrow_one(std::span<const ValueRow> rows, std::span<Fp16> values) {
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = to_fp16(static_cast<double>(rows[i].lanes[0]));
}

using Rows = std::array<ValueRow, kMaxWidth>;

}  // namespace

MlpLayer::MlpLayer(std::uint32_t inputs, std::uint32_t outputs, std::span<const Fp16> weights)
    : inputs_(inputs), outputs_(outputs), weights_(weights.begin(), weights.end()) {
  check(inputs >= 1 && inputs <= kMaxWidth && outputs >= 1 && outputs <= kMaxWidth, "layer of {} x {}, sizes 1 .. {}", inputs, outputs, kMaxWidth);
  check(weights.size() == std::size_t{inputs} * outputs, "{} weights for a layer of {} x {}", weights.size(), inputs, outputs);
  const std::size_t padded_inputs = padded_width(inputs);
  pairs_.assign((outputs + 1) / kOutputs * padded_inputs * kOutputs, 0.0f);
  for (std::uint32_t o = 0; o < outputs; ++o) {
    for (std::uint32_t i = 0; i < inputs; ++i) pairs_[(o / kOutputs * padded_inputs + i) * kOutputs + o % kOutputs] = to_float(weight(o, i));
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

void MlpLayer::evaluate(std::span<const ValueRow> in, std::uint32_t rows, bool relu, std::span<ValueRow> out) const {
  check(in.size() == padded_width(inputs_) && out.size() == padded_width(outputs_), "layer of {} x {} given {} and {} values", inputs_,
        outputs_, in.size(), out.size());
  check(rows >= 1, "an array of {} rows", rows);
  evaluate_any_layer({in.size(), outputs_, rows, relu}, in.data(), pairs_.data(), out.data());
  std::fill(out.begin() + outputs_, out.end(), ValueRow{});
}

void MlpLayer::evaluate(std::span<const Fp16> in, std::uint32_t rows, bool relu, std::span<Fp16> out) const {
  check(in.size() <= kMaxWidth && out.size() <= kMaxWidth, "{} inputs and {} outputs", in.size(), out.size());
  Rows wide, result;
  widen_one(in, wide);
  evaluate(std::span(wide).first(in.size()), rows, relu, std::span(result).first(out.size()));
  narrow_one(std::span(result).first(out.size()), out);
}

Mlp::Mlp(std::vector<MlpLayer> layers, bool output_relu) : layers_(std::move(layers)), output_relu_(output_relu) {
  check(!layers_.empty(), "a network of no layers");
  for (std::size_t i = 1; i < layers_.size(); ++i) {
    check(layers_[i].inputs() == layers_[i - 1].outputs(), "layer {} has {} inputs, the one before {} outputs", i, layers_[i].inputs(),
          layers_[i - 1].outputs());
  }
}

Mlp Mlp::synthetic(std::uint32_t inputs, std::uint32_t width, std::uint32_t hidden_layers, std::uint32_t outputs, std::uint64_t seed, bool output_relu) {
  check(hidden_layers >= 1, "a network of {} hidden layers", hidden_layers);
  std::vector<MlpLayer> layers;
  for (std::uint32_t layer = 0; layer <= hidden_layers; ++layer) {
    layers.push_back(MlpLayer::synthetic(layer == 0 ? inputs : width, layer == hidden_layers ? outputs : width, mix64(seed + layer)));
  }
  return Mlp(std::move(layers), output_relu);
}

void Mlp::evaluate(std::span<const ValueRow> in, std::uint32_t rows, std::span<ValueRow> out) const {
  std::array<Rows, 2> hidden;
  std::size_t next = 0;
  for (const MlpLayer& layer : layers_) {
    const bool last = &layer == &layers_.back();
    const std::span<ValueRow> results = last ? out : std::span(hidden[next]).first(padded_width(layer.outputs()));
    layer.evaluate(in, rows, !last || output_relu_, results);
    in = results;
    next ^= 1;
  }
}

void Mlp::evaluate(std::span<const Fp16> in, std::uint32_t rows, std::span<Fp16> out) const {
  check(in.size() == inputs() && out.size() == outputs(), "a network of {} inputs and {} outputs given {} and {}", inputs(), outputs(), in.size(), out.size());
  Rows wide, results;
  widen_one(in, wide);
  std::fill_n(wide.begin() + inputs(), padded_width(inputs()) - inputs(), ValueRow{});
  evaluate(std::span(wide).first(padded_width(inputs())), rows, std::span(results).first(padded_width(outputs())));
  narrow_one(std::span(results).first(out.size()), out);
}

}  // namespace ngpcsim::models
