#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "models/common/fp16.h"
#include "models/common/grid_levels.h"
#include "models/common/network_spec.h"
#include "models/mlp_engine/lowering.h"
#include "models/nfp/functional_network.h"

/// Trained parameters in one row, ordered and padded as tiny-cuda-nn does (and instant-ngp stores them): the weights of all layers in the order in which they
/// run, each padded outputs x padded inputs, row-major; then the features of the grid, level by level, entry by entry.
namespace ngpcsim::models {

struct ParameterLayout {
  std::vector<Layer> layers;
  std::vector<std::uint64_t> first_weight;  ///< of each layer
  std::uint64_t first_feature = 0;
  std::uint64_t total = 0;
};
[[nodiscard]] ParameterLayout parameter_layout(const EncodingParams& encoding, std::span<const GridLevel> levels, const NetworkParams& network);

/// What the NFP computes with these parameters, features stored as `type`. `rows` is the height of the MAC array. `parameters` are as many as the layout has.
[[nodiscard]] FunctionalNetwork make_trained_network(const EncodingParams& encoding, const std::vector<GridLevel>& levels, const NetworkParams& network,
                                                     std::uint32_t rows, FeatureType type, std::span<const Fp16> parameters);

}  // namespace ngpcsim::models
