#pragma once
#include <array>
#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "models/nfp/float_network.h"
#include "models/nfp/functional_network.h"

namespace ngpcsim::app {

/// What a network says of places: the hardware's arithmetic, or fp32.
class ValueField {
 public:
  /// Keeps a reference.
  explicit ValueField(const models::FunctionalNetwork& network) : outputs_(network.outputs()), hardware_(&network) {}
  explicit ValueField(const models::FloatNetwork& network) : outputs_(network.outputs()), floats_(&network) {}

  [[nodiscard]] std::size_t outputs() const { return outputs_; }
  /// `out[q * outputs() + n]`; directions are none, or one a position.
  void evaluate(std::span<const std::array<float, 3>> positions, std::span<const std::array<float, 3>> directions, std::vector<float>& out) const {
    out.resize(positions.size() * outputs_);
    if (floats_ != nullptr) return floats_->evaluate(positions, directions, out);
    std::vector<models::Fp16> halves(out.size());
    hardware_->evaluate(positions, directions, halves);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = models::to_float(halves[i]);
  }

 private:
  std::size_t outputs_;
  const models::FunctionalNetwork* hardware_ = nullptr;
  const models::FloatNetwork* floats_ = nullptr;
};

/// Called from time to time while a picture is drawn, with the share that is done; false stops it.
using DrawProgress = std::function<bool(double done)>;

}  // namespace ngpcsim::app
