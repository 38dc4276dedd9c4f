#pragma once
#include <vector>

#include "models/common/grid_levels.h"
#include "models/gpu/gather.h"
#include "sim/app/gpu_kernels/launch_sample.h"

namespace ngpcsim::app {

/// What the grid encoding of some launches asks of a GPU's caches, level by level.
struct EncodingGather {
  std::vector<gpu::GatherTraffic> levels;
  double us_per_query = 0.0;        ///< positions read and features written through memory, a pass a level
  double alone_us_per_query = 0.0;  ///< with the tables alone

  [[nodiscard]] gpu::GatherTraffic sum() const;
};

/// As tiny-cuda-nn's grid kernel goes about it: level after level; in a level blocks of 512 queries, in a block warps of 32, in a warp corner after corner.
/// Tables are fp16, levels one behind the other in memory.
[[nodiscard]] EncodingGather gather_encoding(const gpu::GpuParams& gpu, const models::EncodingParams& encoding, const std::vector<models::GridLevel>& levels, const LaunchSample& sample);

}  // namespace ngpcsim::app
