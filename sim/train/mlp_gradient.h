#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "models/mlp_engine/lowering.h"

/// Layers in fp32 with their derivatives, for queries side by side.
namespace ngpcsim::train {

/// Queries that are worked out at once.
inline constexpr std::size_t kLanes = 128;
using Lane = std::array<float, kLanes>;

/// A fully connected layer without bias and its values of one batch.
class LayerGradient {
 public:
  /// `weights`: outputs x inputs, row-major; `gradient`, as large, is added to. Both outlive this object.
  LayerGradient(const models::Layer& layer, std::span<float> weights, std::span<float> gradient);

  [[nodiscard]] const models::Layer& layer() const { return layer_; }
  [[nodiscard]] std::span<const Lane> outputs() const { return outputs_; }

  /// outputs = activation(weights inputs).
  void forward(std::span<const Lane> inputs);
  /// From the loss's derivatives by the outputs to those by weights (added) and inputs; `by_outputs` is spoilt where the layer has ReLU.
  void backward(std::span<const Lane> inputs, std::span<Lane> by_outputs, std::span<Lane> by_inputs);

 private:
  models::Layer layer_;
  std::span<float> weights_, gradient_;
  std::vector<Lane> outputs_;
};

}  // namespace ngpcsim::train
