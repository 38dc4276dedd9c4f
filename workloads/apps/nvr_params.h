#pragma once
#include <cstdint>
#include <memory>
#include <string>

#include "sim/config/describe.h"
#include "workloads/apps/nvr_source.h"
#include "workloads/apps/path_context.h"
#include "workloads/apps/view_params.h"

namespace ngpcsim::workloads {

/// Neural volume rendering as a workload: delta tracking through the densities of a volume.
struct NvrParams {
  ViewParams view;
  std::string scene;
  std::string density;
  std::uint32_t density_nx = 0;
  std::uint32_t density_ny = 0;
  std::uint32_t density_nz = 0;
  double density_scale = 100.0;
  double stop_opacity = 0.99;
  std::uint32_t max_rounds = 64;
  std::uint32_t compaction_rounds = 4;
  std::uint32_t tracking_seed = 1;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    ViewParams::describe(p.view, v);
    v.text("scene", p.scene, {.unit = "", .meaning = "name of a built-in volume (cloud); empty: density is read", .source = "our choice"});
    v.text("density", p.density, {.unit = "", .meaning = "volume of densities, NumPy or raw float32; ${NGPCSIM_DATA} is replaced", .source = "docs/file_formats.md"});
    constexpr config::IntRange kSide{.min = 0, .max = DensityGrid::kMostSide};
    constexpr std::string_view kRaw = "docs/file_formats.md";
    v.integer("density_nx", p.density_nx, kSide, {.unit = "voxels", .meaning = "width of a raw volume", .source = kRaw});
    v.integer("density_ny", p.density_ny, kSide, {.unit = "voxels", .meaning = "height of a raw volume", .source = kRaw});
    v.integer("density_nz", p.density_nz, kSide, {.unit = "voxels", .meaning = "depth of a raw volume", .source = kRaw});
    v.real("density_scale", p.density_scale, {.min = 0.01, .max = 1e5}, {.unit = "1/cube side", .meaning = "absorption at the largest density: its inverse is the mean free path", .source = "instant-ngp: inv_distance_scale 100"});
    v.real("stop_opacity", p.stop_opacity, {.min = 0.01, .max = 1.0}, {.unit = "", .meaning = "opacity at which a ray ends", .source = "instant-ngp: 0.99"});
    v.integer("max_rounds", p.max_rounds, {.min = 1, .max = 65536}, {.unit = "queries", .meaning = "a ray ends after that many", .source = "instant-ngp: 64 rounds"});
    v.integer("compaction_rounds", p.compaction_rounds, {.min = 1, .max = 1024}, {.unit = "rounds", .meaning = "rounds after which rays that have ended are dropped from the launches; until then their last query is evaluated again", .source = "instant-ngp: the host learns the number of living rays every 4 rounds"});
    v.integer("tracking_seed", p.tracking_seed, {.min = 0, .max = 4294967295}, {.unit = "", .meaning = "of the random flights of all rays", .source = "our choice"});
  }
};

/// The queries of an NVR workload. Throws InputError at the parameter's location on an unknown scene, a scene together with a file, neither of them, and cameras
/// that do not exist; and at the file on what its reader rejects.
[[nodiscard]] std::unique_ptr<NvrSource> make_nvr_source(const NvrParams& params, const PathContext& context);

}  // namespace ngpcsim::workloads
