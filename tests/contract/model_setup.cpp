#include "tests/contract/model_setup.h"

#include <algorithm>
#include <optional>

#include "tests/contract/model_grid.h"

namespace ngpcsim::contract {
namespace {

[[nodiscard]] models::BankMap map_of(naive::BankMap map) {
  switch (map) {
    case naive::BankMap::kLow: return models::BankMap::kLow;
    case naive::BankMap::kXor: return models::BankMap::kXor;
    case naive::BankMap::kParity: return models::BankMap::kParity;
    case naive::BankMap::kPadded: return models::BankMap::kPadded;
    case naive::BankMap::kPermute: return models::BankMap::kPermute;
  }
  throw InvariantError("unknown bank map");
}

[[nodiscard]] models::MlpEngineParams mlp_params(const naive::MlpSetup& mlp) {
  models::MlpEngineParams params;
  params.rows = mlp.rows;
  params.cols = mlp.cols;
  params.tile_queries = mlp.tile_queries;
  params.latency_cycles = mlp.latency;
  params.weight_load_width = mlp.weight_load_width;
  params.double_buffering = mlp.double_buffering;
  params.packing = mlp.packing;
  params.output_queue_depth = mlp.output_queue_depth;
  return params;
}

[[nodiscard]] models::DirectionEncoderParams direction_params(const std::optional<naive::DirectionSetup>& direction) {
  models::DirectionEncoderParams params;
  params.placement = direction ? models::DirectionPlacement::kNfp : models::DirectionPlacement::kHost;
  if (!direction) return params;
  params.per_ray = direction->per_ray;
  params.interval_cycles = direction->interval;
  params.latency_cycles = direction->latency;
  params.input_queue_depth = direction->input_queue_depth;
  params.operand_queue_depth = direction->index_queue_depth;
  params.output_queue_depth = direction->output_queue_depth;
  return params;
}

/// The NeRF pair of networks whose layers these are: the density network ends with the layer whose first output leaves the NFP.
[[nodiscard]] std::optional<models::NetworkParams> nerf_network(const std::vector<naive::Layer>& layers) {
  const auto last_of_density = std::find_if(layers.begin(), layers.end(), [](const naive::Layer& layer) { return layer.first_output_leaves; });
  if (last_of_density == layers.end()) return std::nullopt;
  models::NetworkParams network;
  network.width = layers.front().out;
  network.density_hidden_layers = static_cast<std::uint32_t>(last_of_density - layers.begin());
  network.density_outputs = last_of_density->out;
  network.color_hidden_layers = static_cast<std::uint32_t>(layers.end() - last_of_density) - 2;
  network.color_outputs = layers.back().out;
  return network;
}

[[nodiscard]] models::EncodingEngineParams engine_params(const naive::EngineSetup& engine) {
  models::EncodingEngineParams params;
  params.engines = engine.engines;
  params.levels_per_engine = 32;
  params.regroup = engine.regroup == naive::Regroup::kShard ? models::Regroup::kShard : models::Regroup::kReplicate;
  params.features_per_cycle = engine.features_per_cycle;
  params.input_queue_depth = engine.input_queue_depth;
  params.index_queue_depth = engine.index_queue_depth;
  params.output_queue_depth = engine.output_queue_depth;
  params.pos_fract_cycles = 1;
  params.grid_index_cycles = engine.front_latency - 1;
  params.interpolate_cycles = 1;
  params.grid_sram.mode = models::SramMode::kUnbounded;
  params.grid_sram.latency_cycles = engine.back_latency - 1;
  params.grid_sram.banks = engine.banks;
  params.grid_sram.bank_map = map_of(engine.bank_map);
  params.grid_sram.word_entries = engine.word_entries;
  if (engine.window > 1) params.grid_sram.conflict_policy = models::ConflictPolicy::kOverlap;
  if (engine.window > 1) params.grid_sram.overlap_window = engine.window;
  params.grid_sram.corner_reuse = engine.corner_reuse ? models::CornerReuse::kCell : models::CornerReuse::kNone;
  return params;
}

}  // namespace

models::NfpModel nfp_model(const naive::NfpSetup& setup) {
  models::NfpParams params;
  params.feature_buffer_queries = setup.feature_buffer_queries;
  params.encoding_engine = engine_params(setup.engine);
  params.direction_encoder = direction_params(setup.direction);
  params.mlp_engine = mlp_params(setup.mlp);
  const std::optional<models::NetworkParams> nerf = nerf_network(setup.mlp.layers);
  // Any other list of layers is lowered behind the model's back, whose checks know only the NeRF pair.
  if (!nerf) params.mlp_engine.packing = false;
  const auto nowhere = [](std::string_view path) { return InputLocation{.file = std::string(path), .line = 0}; };
  models::NfpModel model = models::make_nfp_model(params, encoding_params(setup.grid), nerf.value_or(models::NetworkParams{}),
                                                  grid_levels(setup.grid), nowhere);
  if (nerf) return model;
  model.layers.clear();
  for (const naive::Layer& layer : setup.mlp.layers) model.layers.push_back({.inputs = layer.in, .outputs = layer.out});
  model.geometry.mlp = models::lower_network(model.layers, mlp_params(setup.mlp));
  return model;
}

}  // namespace ngpcsim::contract
