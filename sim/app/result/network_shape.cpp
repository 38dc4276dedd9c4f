#include "sim/app/result/network_shape.h"

#include <algorithm>

#include "models/mlp_engine/lowering.h"
#include "models/mlp_engine/mlp_values.h"
#include "sim/app/result/chip_bits.h"

namespace ngpcsim::app {
namespace {

std::vector<models::Layer> layers_of(const models::EncodingParams& encoding, const models::NetworkParams& network) {
  return models::network_layers(network, models::encoded_values(encoding));
}

}  // namespace

std::uint64_t weight_bytes(const models::EncodingParams& encoding, const models::NetworkParams& network) {
  return models::padded_weights(layers_of(encoding, network)) * kFp16Bytes;
}

std::uint32_t feature_vector_bytes(const models::EncodingParams& encoding, const models::NetworkParams& network) {
  const std::uint32_t direction = network.kind == models::NetworkKind::kRadiance ? models::kDirectionCoefficients : 0;
  return (models::encoded_values(encoding) + direction) * kFp16Bytes;
}

std::uint32_t widest_activation_bytes(const models::EncodingParams& encoding, const models::NetworkParams& network) {
  std::uint32_t widest = 0;
  for (const models::Layer& layer : layers_of(encoding, network))
    widest = std::max({widest, models::padded_width(layer.inputs), models::padded_width(layer.outputs)});
  return widest * kFp16Bytes;
}

}  // namespace ngpcsim::app
