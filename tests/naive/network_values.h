#pragma once
#include <vector>

#include "tests/naive/phases.h"

namespace ngpcsim::naive {

/// The activations of one query on its way through the layers.
class Activations {
 public:
  /// `features` of the grid are the inputs of the first layer, `direction` is appended where a layer says so.
  Activations(const MlpSetup& mlp, std::vector<Half> features, std::vector<Half> direction);

  /// Does the array tile `phase`; the phases of a query come in order.
  void step(const Phase& phase);
  /// The record that leaves the NFP: the (unpadded) outputs of the layer completed last, then what earlier layers contribute to it.
  [[nodiscard]] std::vector<Half> outputs() const;

 private:
  void finish(const Layer& layer);

  const MlpSetup& mlp_;
  std::vector<Half> current_;
  std::vector<Half> direction_;
  std::vector<Half> leaving_;  ///< first outputs of layers that are marked so
  std::vector<Half> inputs_;   ///< of the layer in progress
  std::vector<float> sums_;    ///< of its neurons, over the array tiles done so far
};

}  // namespace ngpcsim::naive
