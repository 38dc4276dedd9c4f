#pragma once
#include <optional>

#include "models/gpu/baseline.h"
#include "models/gpu/gather.h"
#include "models/gpu/roofline.h"
#include "sim/app/result/run_facts.h"

namespace ngpcsim::app {

/// What the grid encoding of the frames' queries asks of the GPU's caches (sim/app/gpu_kernels).
struct GatherFigures {
  gpu::GatherTraffic traffic;      ///< of the sampled queries, all levels
  std::uint64_t sampled_queries = 0;
};

/// A GPU with the NGPC's area spent on L2 instead, software ngp-jit.
struct EqualAreaGpu {
  double l2_mib = 0.0;
  double frame_ms = 0.0;
};

/// The same frames on the GPU alone, means per frame.
struct GpuFigures {
  gpu::Times times = gpu::Times::kPublished;  ///< what they are; kAuto never
  gpu::BaselineFrame plain;  ///< software ngp2022, or what was measured
  gpu::BaselineFrame fused;  ///< software ngp2022-fused-rest
  gpu::BaselineFrame jit;    ///< software ngp-jit
  std::string software;      ///< of `plain`
  gpu::Roofline roofline;
  double fused_mlp_ms = 0.0;  ///< the networks of a frame in one launch of fully fused kernels
  std::optional<double> amdahl_bound;
  std::optional<GatherFigures> gather;       ///< where times are modelled
  std::optional<EqualAreaGpu> equal_area;    ///< the same
};

/// Which of the published encodings a workload's grid is: hash, dense and tiled grids are instant-ngp's hashgrid, densegrid and the
/// low-resolution densegrid (densegrid_1res uses a TiledGrid).
[[nodiscard]] gpu::Encoding published_encoding(models::GridKind grid);

/// What `gpu.baseline.times` comes to for this run; kAuto never.
[[nodiscard]] gpu::Times times_of_run(const RunConfig& config);

/// Published times are linear in queries and pixels, so the mean over frames is that of all their work divided by their number. Modelled ones need
/// `facts.launches`. `ngpc_mm2`: of the cluster on the GPU's die; 0 where it is not known.
[[nodiscard]] GpuFigures gpu_figures(const RunFacts& facts, double ngpc_mm2);

}  // namespace ngpcsim::app
