#pragma once
#include <optional>

#include "models/gpu/baseline.h"
#include "models/gpu/roofline.h"
#include "sim/app/result/run_facts.h"

namespace ngpcsim::app {

/// The same frames on the GPU alone, means per frame.
struct GpuFigures {
  gpu::BaselineFrame plain;  ///< software ngp2022
  gpu::BaselineFrame fused;  ///< software ngp2022-fused-rest
  gpu::Roofline roofline;
  double fused_mlp_ms = 0.0;  ///< the networks of a frame in one launch of fully fused kernels
  std::optional<double> amdahl_bound;
};

/// Which of the published encodings a workload's grid is: hash, dense and tiled grids are instant-ngp's hashgrid, densegrid and the
/// low-resolution densegrid (densegrid_1res uses a TiledGrid).
[[nodiscard]] gpu::Encoding published_encoding(models::GridKind grid);

/// Baseline times are linear in queries and pixels, so the mean over frames is that of all their work divided by their number.
[[nodiscard]] GpuFigures gpu_figures(const RunFacts& facts);

}  // namespace ngpcsim::app
