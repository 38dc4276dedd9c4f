#include "models/mlp_engine/lowering.h"

#include <algorithm>

#include "models/mlp_engine/mlp_values.h"

namespace ngpcsim::models {
namespace {

MlpPhase phase_of(std::uint32_t inputs, std::uint32_t outputs, const MlpEngineParams& engine) {
  const std::uint32_t weights = inputs * outputs;
  return {.pack = engine.packing ? (engine.rows / inputs) * (engine.cols / outputs) : 1,
          .load_cycles = (weights + engine.weight_load_width - 1) / engine.weight_load_width};
}

}  // namespace

std::vector<Layer> network_layers(const NetworkParams& network, std::uint32_t encoded) {
  std::vector<Layer> layers;
  const auto add = [&](std::uint32_t inputs, std::uint32_t hidden_layers, std::uint32_t outputs, bool output_relu) {
    layers.push_back({inputs, network.width});
    for (std::uint32_t n = 1; n < hidden_layers; ++n) layers.push_back({network.width, network.width});
    layers.push_back({network.width, outputs, output_relu});
  };
  if (network.kind == NetworkKind::kPlain) {
    add(encoded, network.hidden_layers, network.outputs, network.output_activation == OutputActivation::kRelu);
    return layers;
  }
  add(encoded, network.density_hidden_layers, network.density_outputs, false);
  layers.back().first_output_leaves = true;
  const std::size_t color = layers.size();
  add(network.density_outputs + kDirectionCoefficients, network.color_hidden_layers, network.color_outputs, false);
  layers[color].joins_direction = true;
  return layers;
}

std::uint64_t useful_macs(const std::vector<Layer>& layers) {
  std::uint64_t macs = 0;
  for (const Layer& layer : layers) macs += std::uint64_t{layer.inputs} * layer.outputs;
  return macs;
}

std::uint64_t padded_weights(const std::vector<Layer>& layers) {
  std::uint64_t weights = 0;
  for (const Layer& layer : layers) weights += std::uint64_t{padded_width(layer.inputs)} * padded_width(layer.outputs);
  return weights;
}

MlpGeometry lower_network(const std::vector<Layer>& layers, const MlpEngineParams& engine) {
  MlpGeometry geometry{.phases = {},
                       .tile_queries = engine.tile_queries,
                       .latency = engine.latency_cycles,
                       .output_depth = engine.output_queue_depth,
                       .double_buffering = engine.double_buffering};
  for (const Layer& layer : layers) {
    const std::uint32_t inputs = padded_width(layer.inputs), outputs = padded_width(layer.outputs);
    for (std::uint32_t o = 0; o < outputs; o += engine.cols)
      for (std::uint32_t i = 0; i < inputs; i += engine.rows)
        geometry.phases.push_back(phase_of(std::min(engine.rows, inputs - i), std::min(engine.cols, outputs - o), engine));
  }
  return geometry;
}

}  // namespace ngpcsim::models
