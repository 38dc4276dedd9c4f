#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "models/nfp/parameters.h"

namespace ngpcsim::models {

/// The same networks in fp32 throughout, by the formulas alone: what the arithmetic of the hardware is compared with. Nothing of the datapath is shared: weights and
/// features are widened, corners are weighted and summed one after the other, and a neuron is a sum over its inputs in order.
class FloatNetwork {
 public:
  static constexpr std::size_t kLanes = 16;  ///< queries that are worked out side by side, each as if it were alone

  FloatNetwork(const EncodingParams& encoding, std::vector<GridLevel> levels, const NetworkParams& network, std::span<const Fp16> parameters);

  /// Of a query's results, as FunctionalNetwork has them: the trunk's outputs, or colour and, last, the log density.
  [[nodiscard]] std::size_t outputs() const;
  /// `out[q * outputs() + n]`; a direction for each position where the network has directions.
  void evaluate(std::span<const std::array<float, 3>> positions, std::span<const std::array<float, 3>> directions, std::span<float> out) const;

 private:
  using Row = std::array<float, kLanes>;
  void evaluate_some(std::span<const std::array<float, 3>> positions, std::span<const std::array<float, 3>> directions, float* out) const;
  void encode(const std::array<float, 3>& position, std::size_t lane, std::vector<Row>& features) const;

  EncodingParams encoding_;
  std::vector<GridLevel> levels_;
  ParameterLayout layout_;
  std::vector<float> parameters_;
};

}  // namespace ngpcsim::models
