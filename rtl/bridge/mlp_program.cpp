#include "rtl/bridge/mlp_program.h"

#include <algorithm>

#include "models/mlp_engine/lowering.h"
#include "rtl/bridge/size_check.h"

namespace ngpcsim::rtl {
namespace {

constexpr std::uint32_t kLayerRegisters = 0x100, kRegistersPerLayer = 8;

[[nodiscard]] bool has_density(std::span<const MlpProgramLayer> layers) {
  return std::any_of(layers.begin(), layers.end(), [](const MlpProgramLayer& layer) { return layer.first_output_leaves; });
}

/// The parameters of a workload that decide how many layers there are, and a layer's inputs and outputs.
[[nodiscard]] std::string_view layers_parameter(std::span<const MlpProgramLayer> layers) {
  return has_density(layers) ? "workload.network.color_hidden_layers" : "workload.network.hidden_layers";
}
[[nodiscard]] std::string_view inputs_parameter(std::span<const MlpProgramLayer> layers, std::size_t layer) {
  if (layer == 0) return "workload.encoding.levels";
  return layers[layer].append_direction ? "workload.network.density_outputs" : "workload.network.width";
}
[[nodiscard]] std::string_view outputs_parameter(std::span<const MlpProgramLayer> layers, std::size_t layer) {
  if (layer + 1 == layers.size()) return has_density(layers) ? "workload.network.color_outputs" : "workload.network.outputs";
  return layers[layer].first_output_leaves ? "workload.network.density_outputs" : "workload.network.width";
}

void check_layers(std::span<const MlpProgramLayer> layers, const MlpSizes& sizes) {
  check(!layers.empty(), "a network of no layers");
  require_at_most(layers_parameter(layers), layers.size(), "layers in all", "MaxLayers", sizes.max_layers);
  require_at_most("workload.encoding.levels", layers.front().inputs - (layers.front().append_direction ? models::kDirectionCoefficients : 0), "features",
                  "MaxInputs", sizes.max_inputs);
  require_at_most(outputs_parameter(layers, layers.size() - 1), layers.back().outputs, "outputs", "MaxOutputs", sizes.max_outputs);
  for (std::size_t l = 0; l < layers.size(); ++l) {
    require_at_most(inputs_parameter(layers, l), models::padded_width(layers[l].inputs), "padded inputs of a layer", "MaxWidth", sizes.max_width);
    require_at_most(outputs_parameter(layers, l), models::padded_width(layers[l].outputs), "padded outputs of a layer", "MaxWidth", sizes.max_width);
  }
}

void append_registers(const MlpProgramLayer& layer, std::size_t number, std::vector<RegisterWrite>& registers) {
  const auto at = static_cast<std::uint32_t>(kLayerRegisters + kRegistersPerLayer * number);
  registers.push_back({at + 0, layer.inputs});
  registers.push_back({at + 1, layer.outputs});
  registers.push_back({at + 2, layer.relu ? 1u : 0u});
  registers.push_back({at + 3, layer.append_direction ? 1u : 0u});
  registers.push_back({at + 4, layer.first_output_leaves ? 1u : 0u});
}

/// One phase: the array tile of a layer whose first input and first output are these.
void append_weights(const MlpProgramLayer& layer, std::uint32_t first_input, std::uint32_t first_output, const MlpSizes& sizes,
                    std::vector<std::vector<models::Fp16>>& rows) {
  const std::uint32_t a = std::min(sizes.rows, models::padded_width(layer.inputs) - first_input);
  const std::uint32_t b = std::min(sizes.cols, models::padded_width(layer.outputs) - first_output);
  for (std::uint32_t number = 0; number < a * b; ++number) {
    if (number % sizes.weight_load_width == 0) rows.emplace_back(sizes.weight_load_width);
    const std::uint32_t input = first_input + number / b, output = first_output + number % b;
    if (layer.weights != nullptr && input < layer.inputs && output < layer.outputs)
      rows.back()[number % sizes.weight_load_width] = layer.weights->weight(output, input);
  }
}

}  // namespace

MlpSizes::MlpSizes(const Sizes& sizes, std::string_view latency_name, std::string_view output_depth_name)
    : rows(sizes["Rows"]),
      cols(sizes["Cols"]),
      max_inputs(sizes["MaxInputs"]),
      max_width(sizes["MaxWidth"]),
      max_layers(sizes["MaxLayers"]),
      max_outputs(sizes["MaxOutputs"]),
      tile_queries(sizes["TileQueries"]),
      latency(sizes[latency_name]),
      weight_load_width(sizes["WeightLoadWidth"]),
      weight_rows(sizes["WeightRows"]),
      feature_depth(sizes["FeatureDepth"]),
      output_depth(sizes[output_depth_name]) {}

std::vector<MlpProgramLayer> mlp_program_layers(const models::NfpModel& model, const models::FunctionalNetwork* network) {
  std::vector<const models::MlpLayer*> weights(model.layers.size(), nullptr);
  if (network != nullptr) {
    weights.clear();
    for (const models::MlpLayer& layer : network->trunk().layers()) weights.push_back(&layer);
    if (network->has_color())
      for (const models::MlpLayer& layer : network->color().layers()) weights.push_back(&layer);
    check(weights.size() == model.layers.size(), "{} layers with weights for a network of {}", weights.size(), model.layers.size());
  }
  std::vector<MlpProgramLayer> layers;
  for (std::size_t l = 0; l < model.layers.size(); ++l) {
    const models::Layer& layer = model.layers[l];
    layers.push_back({.inputs = layer.inputs,
                      .outputs = layer.outputs,
                      .relu = layer.relu,
                      .append_direction = layer.joins_direction,
                      .first_output_leaves = layer.first_output_leaves,
                      .weights = weights[l]});
    check(weights[l] == nullptr || (weights[l]->inputs() == layer.inputs && weights[l]->outputs() == layer.outputs), "layer {}: weights of another shape", l);
  }
  return layers;
}

MlpProgram mlp_program(std::span<const MlpProgramLayer> layers, bool double_buffering, const MlpSizes& sizes) {
  check_layers(layers, sizes);
  MlpProgram program{.registers = {{0x000, static_cast<std::uint32_t>(layers.size())}, {0x001, double_buffering ? 1u : 0u}},
                     .weight_rows = {},
                     .outputs = layers.back().outputs,
                     .output_places = sizes.max_outputs,
                     .density_leaves = has_density(layers)};
  for (std::size_t l = 0; l < layers.size(); ++l) {
    append_registers(layers[l], l, program.registers);
    for (std::uint32_t output = 0; output < layers[l].outputs; output += sizes.cols)
      for (std::uint32_t input = 0; input < layers[l].inputs; input += sizes.rows) append_weights(layers[l], input, output, sizes, program.weight_rows);
  }
  require_at_most("workload.network.width", program.weight_rows.size(), "rows of weights", "WeightRows", sizes.weight_rows);
  return program;
}

MlpProgram mlp_program(const models::NfpModel& model, const models::FunctionalNetwork* network, const MlpSizes& sizes) {
  const models::MlpEngineParams& engine = model.params.mlp_engine;
  require_equal("chip.nfp.mlp_engine.rows", engine.rows, "Rows", sizes.rows);
  require_equal("chip.nfp.mlp_engine.cols", engine.cols, "Cols", sizes.cols);
  require_equal("chip.nfp.mlp_engine.tile_queries", engine.tile_queries, "TileQueries", sizes.tile_queries);
  require_equal("chip.nfp.mlp_engine.latency_cycles", engine.latency_cycles, "Latency", sizes.latency);
  require_equal("chip.nfp.mlp_engine.weight_load_width", engine.weight_load_width, "WeightLoadWidth", sizes.weight_load_width);
  require_equal("chip.nfp.mlp_engine.output_queue_depth", engine.output_queue_depth, "OutputDepth", sizes.output_depth);
  require_equal("chip.nfp.feature_buffer_queries", model.params.feature_buffer_queries, "FeatureDepth", sizes.feature_depth);
  if (engine.packing) throw InputError({.file = "chip.nfp.mlp_engine.packing"}, "true", "false, in RTL");
  return mlp_program(mlp_program_layers(model, network), engine.double_buffering, sizes);
}

}  // namespace ngpcsim::rtl
