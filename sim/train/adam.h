#pragma once
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace ngpcsim::train {

/// Adam (Kingma and Ba 2015) with the constants of instant-ngp: beta 0.9 and 0.99, epsilon 1e-15, and parameters whose gradient is 0 are left alone, steps
/// counted for each by itself.
class Adam {
 public:
  explicit Adam(std::size_t parameters) : mean_(parameters), square_(parameters), steps_(parameters) {}

  /// One step; `gradient` is 0 afterwards.
  void step(std::span<float> parameters, std::span<float> gradient, float rate) {
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      const float g = gradient[i];
      if (g == 0.0f) continue;
      gradient[i] = 0.0f;
      mean_[i] = kBeta1 * mean_[i] + (1.0f - kBeta1) * g;
      square_[i] = kBeta2 * square_[i] + (1.0f - kBeta2) * g * g;
      const auto n = static_cast<float>(++steps_[i]);
      const float scale = rate * std::sqrt(1.0f - std::pow(kBeta2, n)) / (1.0f - std::pow(kBeta1, n));
      parameters[i] -= scale * mean_[i] / (std::sqrt(square_[i]) + kEpsilon);
    }
  }

 private:
  static constexpr float kBeta1 = 0.9f, kBeta2 = 0.99f, kEpsilon = 1e-15f;
  std::vector<float> mean_, square_;
  std::vector<unsigned> steps_;
};

}  // namespace ngpcsim::train
