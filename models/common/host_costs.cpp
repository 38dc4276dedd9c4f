#include "models/common/host_costs.h"

#include <limits>

#include "sim/base/error.h"

namespace ngpcsim::gpu {
namespace {

constexpr double kFsPerPs = 1e3;
constexpr double kFsPerUs = 1e9;
constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();

std::uint64_t whole(double femtoseconds) { return static_cast<std::uint64_t>(femtoseconds + 0.5); }

}  // namespace

KernelCosts::KernelCosts(const KernelTimes& times)
    : fs_per_pixel_(whole(times.ps_per_pixel * kFsPerPs)),
      fs_per_probe_(whole(times.ps_per_probe * kFsPerPs)),
      fs_per_query_(whole(times.ps_per_query * kFsPerPs)),
      fs_per_launch_(whole(times.us_per_launch * kFsPerUs)),
      fs_per_sorted_(whole(times.ps_per_sorted_query * kFsPerPs)) {}

KernelCosts::Wide KernelCosts::exact(const KernelWork& work) const {
  return Wide{work.pixels} * fs_per_pixel_ + Wide{work.probes} * fs_per_probe_ + Wide{work.queries} * fs_per_query_ + Wide{work.launches} * fs_per_launch_ +
         Wide{work.sorted} * fs_per_sorted_;
}

std::uint64_t KernelCosts::femtoseconds(const KernelWork& work) const {
  const Wide fs = exact(work);
  check(fs <= kMost, "host kernels of more than {} fs", kMost);
  return static_cast<std::uint64_t>(fs);
}

std::uint64_t KernelCosts::picoseconds(const KernelWork& work) const {
  const Wide ps = (exact(work) + 999) / 1000;
  check(ps <= kMost, "host kernels of more than {} ps", kMost);
  return static_cast<std::uint64_t>(ps);
}

}  // namespace ngpcsim::gpu
