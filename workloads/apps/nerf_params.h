#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "sim/config/describe.h"
#include "workloads/apps/camera.h"
#include "workloads/apps/nerf_source.h"
#include "workloads/apps/path_cameras.h"
#include "workloads/apps/path_context.h"
#include "workloads/import/snapshot.h"

namespace ngpcsim::workloads {

inline constexpr std::array<config::Choice<Convention>, 2> kConventions{{{Convention::kInstantNgp, "instant_ngp"}, {Convention::kLinear, "linear"}}};

/// A NeRF workload as the user writes it: a built-in scene by name, or an occupancy bitfield with the cameras of a transforms.json.
struct NerfParams {
  std::uint32_t width = 800;
  std::uint32_t height = 800;
  std::string camera = "0";
  std::string scene;
  std::string occupancy;
  std::string transforms;
  Convention mapping = Convention::kInstantNgp;
  double map_scale = 0.0;
  double map_shift_x = 0.0;
  double map_shift_y = 0.0;
  double map_shift_z = 0.0;
  std::uint32_t aabb_scale = 0;
  std::uint32_t max_samples_per_ray = 1024;
  double min_transmittance = 0.0;
  double occupied_density = 454.0;
  std::uint32_t jitter_seed = 0;
  PathParams path;
  double eye_distance = 0.0;
  WalkParams walk;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    v.integer("width", p.width, {.min = 1, .max = 16384}, {.unit = "pixels", .meaning = "width of the picture", .source = "NeRF-synthetic: 800"});
    v.integer("height", p.height, {.min = 1, .max = 16384}, {.unit = "pixels", .meaning = "height of the picture", .source = "NeRF-synthetic: 800"});
    v.text("camera", p.camera, {.unit = "", .meaning = "cameras to draw, one frame each: an index, a range a-b, or all", .source = "our choice: one frame unless asked for more"});
    v.text("scene", p.scene, {.unit = "", .meaning = "name of a built-in scene (pavilion, plaza, terrace); empty: occupancy and transforms are read", .source = "our choice"});
    v.text("occupancy", p.occupancy, {.unit = "", .meaning = "occupancy bitfield of a trained scene; ${NGPCSIM_DATA} is replaced", .source = "docs/file_formats.md"});
    v.text("transforms", p.transforms, {.unit = "", .meaning = "transforms.json with the cameras; ${NGPCSIM_DATA} is replaced", .source = "docs/file_formats.md"});
    v.choice("mapping", p.mapping, kConventions,
             {.unit = "", .meaning = "how positions of the transforms become cube positions; instant_ngp: (p - shift) scale + offset, axes cycled; linear: (p - shift) / scale + 0.5, axes kept",
              .source = "instant-ngp nerf_loader; taichi-nerfs"});
    v.real("map_scale", p.map_scale, {.min = 0.0, .max = 1e6},
           {.unit = "", .meaning = "scale of the mapping; 0: its own (instant_ngp: the file's scale or 0.33; linear: 1)", .source = "instant-ngp: 0.33"});
    v.real("map_shift_x", p.map_shift_x, {.min = -1e6, .max = 1e6}, {.unit = "file units", .meaning = "subtracted from x of the file", .source = "our choice: no shift"});
    v.real("map_shift_y", p.map_shift_y, {.min = -1e6, .max = 1e6}, {.unit = "file units", .meaning = "subtracted from y of the file", .source = "our choice: no shift"});
    v.real("map_shift_z", p.map_shift_z, {.min = -1e6, .max = 1e6}, {.unit = "file units", .meaning = "subtracted from z of the file", .source = "our choice: no shift"});
    v.integer("aabb_scale", p.aabb_scale, {.min = 0, .max = 128},
              {.unit = "cube sides", .meaning = "side of the scene, a power of two; 0: as the scene or its transforms say (else 1). Above 1 steps grow with distance", .source = "instant-ngp"});
    v.integer("max_samples_per_ray", p.max_samples_per_ray, {.min = 1, .max = 65536}, {.unit = "queries", .meaning = "a ray ends after that many queries", .source = "instant-ngp NERF_STEPS: 1024"});
    v.real("min_transmittance", p.min_transmittance, {.min = 0.0, .max = 0.999},
           {.unit = "", .meaning = "a ray ends with the round after which less light than that comes through; 0: rays are marched to their ends", .source = "our choice: the upper bound; instant-ngp draws with 0.01, and tests with 1e-4"});
    v.real("occupied_density", p.occupied_density, {.min = 0.0, .max = 1e6},
           {.unit = "1/cube side", .meaning = "absorption of occupied cells where the scene has no densities of its own; with min_transmittance", .source = "our choice: six samples of sqrt(3)/1024 let 1 % through; ngp_pl issue 46 logs about 6 effective samples a ray of Lego"});
    v.integer("jitter_seed", p.jitter_seed, {.min = 0, .max = 4294967295}, {.unit = "", .meaning = "rays begin a random part of a step later, drawn from this seed, the frame and the pixel; 0: they do not", .source = "our choice: none; instant-ngp jitters to hide steps"});
    PathParams::describe(p.path, v);
    v.real("eye_distance", p.eye_distance, {.min = 0.0, .max = 10.0},
           {.unit = "cube sides", .meaning = "stereo: distance of the eyes, both drawn in every frame, left before right; 0: one eye", .source = "our choice: one picture; 0.064 m apart in people, by the scene's scale"});
    WalkParams::describe(p.walk, v);
  }
};

/// The queries of a NeRF workload. Throws InputError at the parameter's location on an unknown scene, a scene together with files, missing
/// files, cameras that do not exist, an aabb_scale that is not a power of two or needs more cascades than the bitfield has, and a scene
/// that no ray of the chosen cameras hits; and at the place in the file on whatever its readers reject.
///
/// `trained`, where it is not null, has the scene where neither a built-in one nor occupancy is named, and the densities that stop rays; then twelve cameras circle
/// its cube unless transforms or camera_path give others.
[[nodiscard]] std::unique_ptr<NerfSource> make_nerf_source(const NerfParams& params, const PathContext& context, const Snapshot* trained = nullptr);

}  // namespace ngpcsim::workloads
