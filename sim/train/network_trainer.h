#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "models/common/network_spec.h"
#include "models/nfp/parameters.h"
#include "sim/train/adam.h"
#include "sim/train/grid_gradient.h"
#include "sim/train/mlp_gradient.h"

namespace ngpcsim::train {

/// kLanes training examples.
struct Batch {
  std::array<std::array<float, 3>, kLanes> positions{};
  std::array<std::array<float, 3>, kLanes> directions{};
  std::vector<Lane> targets;  ///< by output of the network (colour, then log density with NeRF)
};

/// Fits encoding and networks in fp32. Everything follows from the seed, so that two machines with the same arithmetic give the same parameters.
class NetworkTrainer {
 public:
  NetworkTrainer(const models::EncodingParams& encoding, std::vector<models::GridLevel> levels, const models::NetworkParams& network, std::uint64_t seed);
  NetworkTrainer(const NetworkTrainer&) = delete;
  NetworkTrainer& operator=(const NetworkTrainer&) = delete;

  [[nodiscard]] std::size_t outputs() const;

  /// Derivative of the loss by each output; adds the loss of the batch to `loss`.
  using Loss = std::function<void(const std::vector<Lane>& outputs, const Batch& batch, std::vector<Lane>& by_outputs, double& loss)>;

  /// Adds the gradient of a batch. `outputs` are those of the network; the loss that is returned is the batch's sum.
  double add_gradient(const Batch& batch, const Loss& loss);
  /// Steps along the gradient that was added since the last step.
  void step(float rate);

  /// The parameters as tiny-cuda-nn orders and pads them.
  [[nodiscard]] std::vector<models::Fp16> parameters() const;
  /// For tests: all parameters unpadded, weights first, and the gradient that was added.
  [[nodiscard]] std::span<float> values() { return values_; }
  [[nodiscard]] std::span<const float> gradient() const { return gradient_; }

 private:
  void forward(const Batch& batch);

  models::EncodingParams encoding_;
  std::vector<models::GridLevel> levels_;
  models::ParameterLayout layout_;
  std::size_t weights_ = 0;  ///< unpadded, in front of the features
  std::vector<float> values_, gradient_;
  Adam adam_;
  std::vector<LayerGradient> layers_;
  std::unique_ptr<GridGradient> grid_;
  std::vector<std::vector<Lane>> inputs_;  ///< of each layer
  std::vector<Lane> outputs_;
};

}  // namespace ngpcsim::train
