#pragma once
#include <cstdint>

#include "models/gpu/params.h"
#include "models/gpu/workload_kind.h"

namespace ngpcsim::gpu {

/// What the kernels that stay on the GPU do in a round or a frame.
struct HostWork {
  std::uint64_t pixels = 0;
  std::uint64_t probes = 0;   ///< occupancy look-ups while marching
  std::uint64_t queries = 0;  ///< records written and results composited
  std::uint64_t launches = 0;
};

/// Times of those kernels in integers: a sum over rounds does not depend on their order or grouping beyond the final rounding.
class HostCosts {
 public:
  explicit HostCosts(const HostParams& params);

  /// Femtoseconds of the work; exact, linear. Overflows beyond 5 hours.
  [[nodiscard]] std::uint64_t femtoseconds(const HostWork& work) const;
  /// Picoseconds of the work, rounded up.
  [[nodiscard]] std::uint64_t picoseconds(const HostWork& work) const;

  /// Average power of the GPU in W while an NGPC renders: TDP while a host kernel runs, `idle_power_fraction` of it otherwise.
  /// Requires busy_s <= total_s and total_s > 0.
  [[nodiscard]] static double average_w(const GpuParams& gpu, double busy_s, double total_s);

 private:
  std::uint64_t fs_per_pixel_;
  std::uint64_t fs_per_probe_;
  std::uint64_t fs_per_query_;
  std::uint64_t fs_per_launch_;
};

/// Splits the fused rest of a published frame (T x rest share / fusion gain) into the costs of HostParams: launches first, the remainder in
/// equal thirds over pixels, probes and queries. The split is ours, the sum is the paper's. `us_per_launch` and the idle power are those of
/// `gpu`. Null cells (see GpuBaseline) and a rest shorter than its launches throw InvariantError.
[[nodiscard]] HostParams split_fused_rest(const GpuParams& gpu, Application application, Encoding encoding, double probes_per_pixel);

}  // namespace ngpcsim::gpu
