#pragma once
#include <cstdint>
#include <limits>
#include <span>

#include "models/direction_encoder/params.h"

namespace ngpcsim::models {

/// Cycles for which the direction encoder is taken by each query (docs/timing.md, 2.1).
class DirectionServices {
 public:
  explicit DirectionServices(const DirectionEncoderParams& params) : params_(params) {}

  /// Fills `service[i]`; `rays` are the ray numbers of consecutive queries, unique within `launch`.
  void run(std::uint64_t launch, std::span<const std::uint32_t> rays, std::uint16_t* service) {
    if (params_.placement != DirectionPlacement::kNfp || rays.empty()) return;
    const auto interval = static_cast<std::uint16_t>(params_.interval_cycles);
    if (launch != launch_) last_ray_ = kNone;
    launch_ = launch;
    const auto cost = [&](bool repeats) { return params_.per_ray && repeats ? std::uint16_t{1} : interval; };
    service[0] = cost(rays[0] == last_ray_);
    for (std::size_t i = 1; i < rays.size(); ++i) service[i] = cost(rays[i] == rays[i - 1]);
    std::uint32_t repeated = rays[0] == last_ray_ ? 1 : 0;
    for (std::size_t i = 1; i < rays.size(); ++i) repeated += rays[i] == rays[i - 1] ? 1u : 0u;
    const std::uint64_t evaluated = rays.size() - (params_.per_ray ? repeated : 0);
    last_ray_ = rays.back();
    evaluations_ += evaluated;
    queries_ += rays.size();
    service_ += evaluated * interval + (rays.size() - evaluated);
  }

  [[nodiscard]] std::uint64_t queries() const { return queries_; }
  [[nodiscard]] std::uint64_t evaluations() const { return evaluations_; }
  [[nodiscard]] std::uint64_t service() const { return service_; }

 private:
  static constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();

  DirectionEncoderParams params_;
  std::uint64_t launch_ = kNone, last_ray_ = kNone;
  std::uint64_t queries_ = 0, evaluations_ = 0, service_ = 0;
};

}  // namespace ngpcsim::models
