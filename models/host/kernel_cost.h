#pragma once
#include <cmath>
#include <cstdint>

#include "models/gpu/params.h"
#include "sim/base/clock_domain.h"

namespace ngpcsim::models {

/// What one fused kernel of the host does: it composites the results of a group's last round and marches the group to its next.
struct KernelWork {
  std::uint64_t pixels = 0;   ///< rays set up (first kernel of a group)
  std::uint64_t probes = 0;   ///< look-ups of the occupancy grid
  std::uint64_t queries = 0;  ///< results composited
};

/// Edges of the host's clock for a kernel, launch included: the linear model of models/gpu, rounded up to whole edges, at least one.
[[nodiscard]] inline std::uint64_t kernel_edges(const KernelWork& work, const gpu::HostParams& costs, ClockDomain clock) {
  constexpr double kPicosecondsPerMicrosecond = 1e6;
  const double ps = costs.us_per_launch * kPicosecondsPerMicrosecond + costs.ps_per_pixel * static_cast<double>(work.pixels) +
                    costs.ps_per_probe * static_cast<double>(work.probes) + costs.ps_per_query * static_cast<double>(work.queries);
  const std::uint64_t edges = clock.edges_covering(static_cast<std::uint64_t>(std::ceil(ps)));
  return edges > 0 ? edges : 1;
}

}  // namespace ngpcsim::models
