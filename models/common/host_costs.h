#pragma once
#include <cstdint>

namespace ngpcsim::gpu {

/// What kernels that stay on the GPU do, in one round or in a frame.
struct KernelWork {
  std::uint64_t pixels = 0;   ///< rays set up and shaded
  std::uint64_t probes = 0;   ///< occupancy look-ups while marching
  std::uint64_t queries = 0;  ///< records written and results composited
  std::uint64_t launches = 0;
  std::uint64_t sorted = 0;   ///< records sorted by place
};

/// Times of those kernels, all fused into one per round: linear in what a frame does. What they are for an application a GPU's file says
/// (models/gpu/host_params.h).
struct KernelTimes {
  double ps_per_pixel = 0.0;  ///< ray set-up and shading
  double ps_per_probe = 0.0;  ///< a look-up of the occupancy grid while marching
  double ps_per_query = 0.0;  ///< writing a query record and compositing its result
  double us_per_launch = 0.0;
  double ps_per_sorted_query = 0.0;
};

/// Those times in integers: a sum over rounds does not depend on their order or grouping beyond the final rounding.
class KernelCosts {
 public:
  /// Each cost is rounded to whole femtoseconds, once.
  explicit KernelCosts(const KernelTimes& times);

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
  std::uint64_t fs_per_sorted_;
};

}  // namespace ngpcsim::gpu
