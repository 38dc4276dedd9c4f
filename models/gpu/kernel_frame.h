#pragma once
#include <cstdint>

#include "models/common/host_costs.h"
#include "models/gpu/baseline.h"

namespace ngpcsim::gpu {

/// A frame as the kernels of a GPU see it. Counts are means per frame.
struct KernelFrameWork {
  Application application = Application::kNerf;
  double launches = 1.0;         ///< times that the queries of the whole frame go through encoding and networks
  double queries = 0.0;
  double pixels = 0.0;
  double probes = 0.0;
  double gather_us = 0.0;        ///< of all queries, encodings written to memory
  double gather_alone_us = 0.0;  ///< the same with nothing read or written beside the tables
  double networks = 1.0;
  double network_width = 64.0;
  double network_flops = 0.0;    ///< of a query, layers padded
};

/// The frame's time from the traffic of its own queries:
///
///   encoding = launches x launch + gather            mlp = fused networks (fused_mlp_us), `networks` launches a round
///   rest     = gpu.host's costs of pixels, probes, queries and launches, x fusion_gain where its kernels are not fused
///   ngp-jit: encoding and networks in one kernel with the marching, so that they overlap: max(gather alone, networks at their rate) + pixels and probes + one launch
///
/// Parts of `ngp-jit`: the longer of encoding and networks stands under its own name, the shorter is 0.
[[nodiscard]] BaselineFrame kernel_frame(const GpuParams& gpu, const KernelFrameWork& work, Software software);

}  // namespace ngpcsim::gpu
