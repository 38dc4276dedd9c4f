#include "tests/equiv/mlp/layered_engine.h"

#include <algorithm>
#include <optional>

#include "models/mlp_engine/lowering.h"
#include "sim/base/error.h"

namespace ngpcsim::equiv {
namespace {

[[nodiscard]] models::MlpGeometry geometry(const std::vector<rtl::MlpProgramLayer>& layers, bool double_buffering, const rtl::MlpSizes& sizes) {
  std::vector<models::Layer> shapes;
  for (const rtl::MlpProgramLayer& layer : layers) shapes.push_back({.inputs = layer.inputs, .outputs = layer.outputs});
  models::MlpEngineParams engine;
  engine.rows = sizes.rows;
  engine.cols = sizes.cols;
  engine.tile_queries = sizes.tile_queries;
  engine.latency_cycles = sizes.latency;
  engine.weight_load_width = sizes.weight_load_width;
  engine.double_buffering = double_buffering;
  engine.packing = false;
  engine.output_queue_depth = sizes.output_depth;
  return models::lower_network(shapes, engine);
}

}  // namespace

LayeredEngine::LayeredEngine(const std::vector<rtl::MlpProgramLayer>& layers, bool double_buffering, const rtl::MlpSizes& sizes)
    : layers_(layers), rows_(sizes.rows), flow_(geometry(layers, double_buffering, sizes), sizes.feature_depth) {
  for (const rtl::MlpProgramLayer& layer : layers)
    for (std::uint32_t o = 0; o < layer.outputs; o += sizes.cols)
      for (std::uint32_t i = 0; i < layer.inputs; i += sizes.rows)
        useful_.push_back(std::uint64_t{std::min(sizes.rows, layer.inputs - i)} * std::min(sizes.cols, layer.outputs - o));
}

void LayeredEngine::clock(const models::online::JoinedQuery* joined, bool taken) {
  flow_.clock(joined != nullptr, joined != nullptr && joined->last_of_batch, taken);
  if (taken) outputs_.pop_front();
  if (joined != nullptr) outputs_.push_back(evaluate(*joined));
  if (const models::online::StepEvent event = flow_.events(); event.step) macs_useful_ += useful_[event.phase];
}

std::vector<models::Fp16> LayeredEngine::evaluate(const models::online::JoinedQuery& joined) const {
  std::vector<models::Fp16> values = joined.features;
  std::optional<models::Fp16> density;
  for (const rtl::MlpProgramLayer& layer : layers_) {
    if (layer.append_direction) values.insert(values.end(), joined.coefficients.begin(), joined.coefficients.end());
    check(values.size() == layer.inputs, "{} values for a layer of {} inputs", values.size(), layer.inputs);
    values.resize(models::padded_width(layer.inputs));
    std::vector<models::Fp16> out(models::padded_width(layer.outputs));
    layer.weights->evaluate(values, rows_, layer.relu, out);
    out.resize(layer.outputs);
    values = std::move(out);
    if (layer.first_output_leaves) density = values.front();
  }
  if (density) values.push_back(*density);
  return values;
}

}  // namespace ngpcsim::equiv
