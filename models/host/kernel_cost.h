#pragma once
#include <algorithm>
#include <cstdint>

#include "models/common/host_costs.h"
#include "sim/base/clock_domain.h"

namespace ngpcsim::models {

using gpu::KernelWork;

/// Edges of the host's clock for one fused kernel, which composites the results of a group's last round and marches the group to its next.
/// The one launch is added to `work`; rounded up to whole edges, at least one (docs/timing.md, section 3).
[[nodiscard]] inline std::uint64_t kernel_edges(KernelWork work, const gpu::KernelTimes& costs, ClockDomain clock) {
  work.launches = 1;
  return std::max<std::uint64_t>(clock.edges_covering(gpu::KernelCosts(costs).picoseconds(work)), 1);
}

}  // namespace ngpcsim::models
