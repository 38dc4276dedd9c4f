#include "models/nfp/parameters.h"

#include <memory>
#include <optional>

#include "models/common/trained_table.h"
#include "models/mlp_engine/mlp_values.h"
#include "sim/base/error.h"

namespace ngpcsim::models {
namespace {

/// Without the padding.
MlpLayer layer_of(const Layer& layer, std::span<const Fp16> padded) {
  std::vector<Fp16> weights;
  weights.reserve(std::size_t{layer.inputs} * layer.outputs);
  for (std::uint32_t o = 0; o < layer.outputs; ++o) {
    const auto row = padded.subspan(std::size_t{o} * padded_width(layer.inputs), layer.inputs);
    weights.insert(weights.end(), row.begin(), row.end());
  }
  return {layer.inputs, layer.outputs, weights};
}

}  // namespace

ParameterLayout parameter_layout(const EncodingParams& encoding, std::span<const GridLevel> levels, const NetworkParams& network) {
  ParameterLayout layout{.layers = network_layers(network, encoded_values(encoding)), .first_weight = {}, .first_feature = 0, .total = 0};
  for (const Layer& layer : layout.layers) {
    layout.first_weight.push_back(layout.first_feature);
    layout.first_feature += std::uint64_t{padded_width(layer.inputs)} * padded_width(layer.outputs);
  }
  layout.total = layout.first_feature + total_entries(levels) * encoding.features;
  return layout;
}

FunctionalNetwork make_trained_network(const EncodingParams& encoding, const std::vector<GridLevel>& levels, const NetworkParams& network, std::uint32_t rows,
                                       FeatureType type, std::span<const Fp16> parameters) {
  const ParameterLayout layout = parameter_layout(encoding, levels, network);
  check(parameters.size() == layout.total, "{} parameters for a network of {}", parameters.size(), layout.total);
  std::vector<MlpLayer> trunk, color;
  for (std::size_t l = 0; l < layout.layers.size(); ++l) {
    const Layer& layer = layout.layers[l];
    std::vector<MlpLayer>& part = layer.joins_direction || !color.empty() ? color : trunk;
    part.push_back(layer_of(layer, parameters.subspan(layout.first_weight[l], std::size_t{padded_width(layer.inputs)} * padded_width(layer.outputs))));
  }
  auto table = std::make_shared<TrainedTable>(type, encoding.features, levels, parameters.subspan(layout.first_feature));
  const bool plain = network.kind == NetworkKind::kPlain;
  return {encoding, levels, std::move(table), Mlp(std::move(trunk), plain && layout.layers.back().relu), plain ? std::nullopt : std::optional<Mlp>(Mlp(std::move(color))), rows};
}

}  // namespace ngpcsim::models
