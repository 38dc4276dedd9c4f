#pragma once
#include <cstdint>
#include <vector>

#include "models/common/network_spec.h"
#include "models/mlp_engine/geometry.h"
#include "models/mlp_engine/params.h"

namespace ngpcsim::models {

/// A layer as the network states it, unpadded.
struct Layer {
  std::uint32_t inputs = 0;
  std::uint32_t outputs = 0;
  bool relu = true;                  ///< behind it
  bool joins_direction = false;      ///< the last inputs are the encoded direction
  bool first_output_leaves = false;  ///< its first output is part of the query's results
};

/// Values of the direction encoding that join the density network's outputs.
inline constexpr std::uint32_t kDirectionCoefficients = 16;

/// All layers in the order in which they run, the first with `encoded` features as inputs.
[[nodiscard]] std::vector<Layer> network_layers(const NetworkParams& network, std::uint32_t encoded);

/// Products per query, unpadded.
[[nodiscard]] std::uint64_t useful_macs(const std::vector<Layer>& layers);

/// Padded weights of all layers: what the weight memory holds.
[[nodiscard]] std::uint64_t padded_weights(const std::vector<Layer>& layers);

/// The phases of a network on an array (docs/timing.md, 2.3).
[[nodiscard]] MlpGeometry lower_network(const std::vector<Layer>& layers, const MlpEngineParams& engine);

}  // namespace ngpcsim::models
