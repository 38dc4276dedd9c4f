#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "models/gpu/params.h"
#include "sim/app/json.h"
#include "sim/app/study/study_params.h"

/// The arithmetic of the NGPC study: from simulated frames to the paper's cells. No simulation in here.
namespace ngpcsim::app {

inline constexpr std::array<gpu::Application, 4> kStudyApplications{gpu::Application::kNerf, gpu::Application::kNsdf, gpu::Application::kGia, gpu::Application::kNvr};
inline constexpr std::array<gpu::Encoding, 3> kStudyEncodings{gpu::Encoding::kHashgrid, gpu::Encoding::kDensegrid, gpu::Encoding::kLowresDensegrid};
inline constexpr std::array<std::uint32_t, 4> kStudyNfps{8, 16, 32, 64};

/// An application with an encoding on so many NFPs.
struct Cell {
  gpu::Application application;
  gpu::Encoding encoding;
  std::uint32_t nfps;

  friend bool operator==(const Cell&, const Cell&) = default;
};
[[nodiscard]] std::vector<Cell> study_cells();
/// "nerf-demo-densegrid"
[[nodiscard]] std::string workload_of(gpu::Application application, gpu::Encoding encoding);

/// What was simulated of a cell: our scene, the cluster alone.
struct Simulated {
  double clock_ghz = 0.0;
  double ngpc_ms = 0.0;       ///< the NGPC had a launch
  double queries = 0.0;
  double pixels = 0.0;
  double encoding_ms = 0.0;   ///< the busiest a lane could be: accesses and conflicts of all levels, mean over engines
  double mlp_ms = 0.0;        ///< array steps, mean over NFPs
  double bytes_per_query = 0.0;
  double area_mm2 = 0.0, ngpc_w = 0.0;
};
/// Of a result.json whose run had one frame.
[[nodiscard]] Simulated simulated_of(const Json& result);

/// The paper's frame of a cell in our numbers, on its pixels.
struct CellTimes {
  double gpu_ms = 0.0;   ///< published, or derived
  double rest_ms = 0.0;  ///< GPU kernels beside the NGPC, fused: hashgrid frame x rest share / fusion gain, whatever the encoding
  double ngpc_ms = 0.0;  ///< simulated time per query x assumed queries

  /// Rest and NGPC work on different batches at the same time (NGPC, ISCA'23).
  [[nodiscard]] double frame_ms() const { return rest_ms > ngpc_ms ? rest_ms : ngpc_ms; }
  [[nodiscard]] double speedup() const { return gpu_ms / frame_ms(); }
  /// With any number of NFPs.
  [[nodiscard]] double bound() const { return gpu_ms / rest_ms; }
};
[[nodiscard]] CellTimes cell_times(const Cell& cell, const Simulated& simulated, const gpu::GpuParams& gpu, const Assumption& assumption);

}  // namespace ngpcsim::app
