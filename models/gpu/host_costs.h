#pragma once
#include "models/gpu/params.h"
#include "models/gpu/workload_kind.h"

namespace ngpcsim::gpu {

/// What a GPU that hosts an NGPC takes in power. What its kernels take in time is models/common/host_costs.h.
class HostCosts {
 public:
  /// Average power of the GPU in W while an NGPC renders: TDP while a host kernel runs, `idle_power_fraction` of it otherwise.
  /// Requires busy_s <= total_s and total_s > 0.
  [[nodiscard]] static double average_w(const GpuParams& gpu, double busy_s, double total_s);
};

/// Splits the fused rest of a published frame (T x rest share / fusion gain) into the costs of its application: launches first, the remainder in
/// equal parts over pixels, probes and queries; over pixels and queries alone where there are no probes. The split is ours, the sum is the paper's.
/// Null cells (see GpuBaseline) and a rest shorter than its launches throw InvariantError.
[[nodiscard]] RestCosts split_fused_rest(const GpuParams& gpu, Application application, Encoding encoding, double probes_per_pixel);

}  // namespace ngpcsim::gpu
