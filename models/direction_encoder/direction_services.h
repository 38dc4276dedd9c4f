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
    if (params_.placement != DirectionPlacement::kNfp) return;
    const auto interval = static_cast<std::uint16_t>(params_.interval_cycles);
    if (launch != launch_) last_ray_ = kNone;
    launch_ = launch;
    std::uint64_t last = last_ray_;
    std::uint64_t evaluated = 0;
    for (std::size_t i = 0; i < rays.size(); ++i) {
      const bool repeats = params_.per_ray && rays[i] == last;
      service[i] = repeats ? std::uint16_t{1} : interval;
      evaluated += repeats ? 0 : 1;
      last = rays[i];
    }
    last_ray_ = last;
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
