#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "models/gpu/params.h"
#include "models/gpu/workload_kind.h"

namespace ngpcsim::gpu {

/// Software of a baseline: the published kernels as they were, with everything beside encoding and MLP fused, or all of it fused into one kernel at run time
/// (tiny-cuda-nn 2.0).
enum class Software { kNgp2022, kNgp2022FusedRest, kNgpJit };
[[nodiscard]] std::string_view name_of(Software software);

/// The frame that both machines render.
struct FrameWork {
  std::uint64_t queries = 0;
  std::uint64_t pixels = 0;
  Application application = Application::kNerf;
  Encoding encoding = Encoding::kHashgrid;
};

/// A GPU frame time with its parts, or a reason why there is none.
struct BaselineFrame {
  std::optional<double> frame_ms;
  double encoding_ms = 0.0;  ///< parts are 0 where frame_ms is null
  double mlp_ms = 0.0;
  double rest_ms = 0.0;
  std::string source;  ///< which figure was scaled, and whether it was published or derived
  std::string reason;  ///< empty where frame_ms has a value
};

/// Frame times of a GPU, scaled from a published frame of Q queries and P pixels that took T:
///
///   encoding = T x encoding share x queries / Q        mlp = T x MLP share x queries / Q
///   rest     = T x rest share x pixels / P  (divided by the fusion gain for `ngp2022-fused-rest`)
///   ngp-jit: all three divided by the application's jit_gain
///
/// Never a whole frame by pixels: two scenes of one size may differ tenfold in queries (docs/validation.md).
class GpuBaseline {
 public:
  explicit GpuBaseline(const GpuParams& gpu) : gpu_(gpu) {}

  [[nodiscard]] BaselineFrame frame(const FrameWork& work, Software software = Software::kNgp2022) const;

  /// Largest speedup that accelerating encoding and MLP alone can reach on this work with the rest fused: frame time over fused rest.
  /// Null where `frame` has no value, or with nothing left.
  [[nodiscard]] std::optional<double> amdahl_bound(const FrameWork& work) const;

  /// Area of an addition as a percentage of the GPU's die.
  [[nodiscard]] double die_percent(double area_mm2) const { return 100.0 * area_mm2 / gpu_.die_mm2; }

  /// Power of an addition as a percentage of the GPU's TDP.
  [[nodiscard]] double tdp_percent(double watts) const { return 100.0 * watts / gpu_.tdp_w; }

 private:
  GpuParams gpu_;
};

}  // namespace ngpcsim::gpu
