#pragma once
#include <cstdint>

#include "models/common/host_params.h"

namespace ngpcsim::gpu {

/// What kernels that stay on the GPU do, in one round or in a frame.
struct KernelWork {
  std::uint64_t pixels = 0;   ///< rays set up and shaded
  std::uint64_t probes = 0;   ///< occupancy look-ups while marching
  std::uint64_t queries = 0;  ///< records written and results composited
  std::uint64_t launches = 0;
};

/// Times of those kernels in integers: a sum over rounds does not depend on their order or grouping beyond the final rounding.
class KernelCosts {
 public:
  /// Each cost is rounded to whole femtoseconds, once.
  explicit KernelCosts(const HostParams& params);

  /// Femtoseconds of the work; exact, linear. InvariantError beyond 5 hours.
  [[nodiscard]] std::uint64_t femtoseconds(const KernelWork& work) const;
  /// Picoseconds of the work, rounded up. InvariantError beyond 213 days.
  [[nodiscard]] std::uint64_t picoseconds(const KernelWork& work) const;

 private:
  __extension__ using Wide = unsigned __int128;
  [[nodiscard]] Wide exact(const KernelWork& work) const;

  std::uint64_t fs_per_pixel_;
  std::uint64_t fs_per_probe_;
  std::uint64_t fs_per_query_;
  std::uint64_t fs_per_launch_;
};

}  // namespace ngpcsim::gpu
