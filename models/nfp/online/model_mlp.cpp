#include "models/nfp/online/model_mlp.h"

#include <algorithm>

#include "models/mlp_engine/mlp_values.h"
#include "sim/base/error.h"

namespace ngpcsim::models::online {
namespace {

/// Unpadded products of each phase, in the order in which the layers are lowered.
[[nodiscard]] std::vector<std::uint64_t> useful_products(const NfpModel& model) {
  const std::uint32_t rows = model.params.mlp_engine.rows, cols = model.params.mlp_engine.cols;
  std::vector<std::uint64_t> products;
  for (const Layer& layer : model.layers)
    for (std::uint32_t o = 0; o < layer.outputs; o += cols)
      for (std::uint32_t i = 0; i < layer.inputs; i += rows)
        products.push_back(std::uint64_t{std::min(rows, layer.inputs - i)} * std::min(cols, layer.outputs - o));
  check(products.size() == model.geometry.mlp.phases.size(), "{} array tiles in {} phases", products.size(), model.geometry.mlp.phases.size());
  return products;
}

}  // namespace

ModelMlpEngine::ModelMlpEngine(const NfpModel& model, const FunctionalNetwork* network)
    : flow_(model.geometry.mlp, model.geometry.feature_buffer),
      network_(network),
      rows_(model.params.mlp_engine.rows),
      useful_(useful_products(model)),
      width_(network != nullptr ? network->outputs() : 0),
      places_(std::size_t{model.geometry.feature_buffer} + model.geometry.mlp.tile_queries + model.geometry.mlp.output_depth),
      outputs_(places_ * width_),
      color_inputs_(network != nullptr && network->has_color() ? network->color().inputs() : 0) {}

std::span<const Fp16> ModelMlpEngine::values() const { return std::span(outputs_).subspan(place(flow_.popped()), width_); }

void ModelMlpEngine::clock(const JoinedQuery* joined, bool taken) {
  if (joined != nullptr && network_ != nullptr) evaluate(*joined);
  flow_.clock(joined != nullptr, joined != nullptr && joined->last_of_batch, taken);
  if (const StepEvent event = flow_.events(); event.step) macs_useful_ += useful_[event.phase] * flow_.queries_of_step();
}

void ModelMlpEngine::evaluate(const JoinedQuery& joined) {
  const Mlp& trunk = network_->trunk();
  const std::span<Fp16> out = std::span(outputs_).subspan(place(flow_.joined()), width_);
  if (!network_->has_color()) return trunk.evaluate(joined.features, rows_, out);
  trunk.evaluate(joined.features, rows_, std::span(color_inputs_).first(trunk.outputs()));
  std::copy(joined.coefficients.begin(), joined.coefficients.end(), color_inputs_.begin() + trunk.outputs());
  network_->color().evaluate(color_inputs_, rows_, out.first(width_ - 1));
  out.back() = color_inputs_[0];
}

}  // namespace ngpcsim::models::online
