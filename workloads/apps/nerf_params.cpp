#include "workloads/apps/nerf_params.h"

#include <bit>
#include <limits>

#include "workloads/apps/camera_choice.h"
#include "workloads/import/portable_math.h"
#include "workloads/scenes/built_in.h"
#include "workloads/scenes/orbit.h"

namespace ngpcsim::workloads {
namespace {

/// A scene before its cube is chosen.
struct Parts {
  OccupancyGrid occupancy;
  std::vector<Camera> cameras;
  std::uint32_t aabb_scale = 1;
  std::string_view origin;  ///< the parameter that named it
};

Parts built_in_parts(const NerfParams& params, const PathContext& context) {
  for (const auto& [name, text] : {std::pair{"occupancy", &params.occupancy}, std::pair{"transforms", &params.transforms}})
    if (!text->empty())
      throw InputError(context.at(name), fmt::format("{} = \"{}\" beside scene = \"{}\"", name, *text, params.scene), "a built-in scene, or occupancy and transforms");
  BuiltInScene scene = make_built_in_scene(params.scene, context.at("scene"));
  return {std::move(scene.occupancy), std::move(scene.cameras), scene.aabb_scale, "scene"};
}

/// Cameras of a transforms file, and what it says of the cube.
void add_transforms(const NerfParams& params, const PathContext& context, Parts& parts) {
  const Transforms file = read_transforms(expand_path(params.transforms, context, "transforms"));
  const auto f = [](double value) { return static_cast<float>(value); };
  const Mapping mapping{params.mapping, f(params.map_scale), {f(params.map_shift_x), f(params.map_shift_y), f(params.map_shift_z)}};
  parts.aabb_scale = file.aabb_scale;
  for (const CameraView& view : file.views) parts.cameras.push_back(map_view(view, file, mapping));
}

Parts file_parts(const NerfParams& params, const PathContext& context) {
  if (params.occupancy.empty()) throw InputError(context.at("occupancy"), "occupancy is empty and so is scene", "the name of a built-in scene, or occupancy and transforms, or a snapshot");
  if (params.transforms.empty() && params.path.file.empty()) throw InputError(context.at("transforms"), "transforms is empty and so are scene and camera_path", "the name of a built-in scene, or occupancy and transforms");
  Parts parts{read_occupancy(expand_path(params.occupancy, context, "occupancy")), {}, 1, "occupancy"};
  if (!params.transforms.empty()) add_transforms(params, context, parts);
  return parts;
}

Parts trained_parts(const NerfParams& params, const PathContext& context, const Snapshot& trained) {
  if (trained.density_cells.empty()) throw InputError(context.at("snapshot"), "the snapshot has no density grid: the model was not trained", "a trained model, or a scene or occupancy beside it");
  Parts parts{occupancy_of(trained), {}, trained.aabb_scale, "snapshot"};
  if (!params.transforms.empty()) add_transforms(params, context, parts);
  else parts.cameras = orbit_cameras({0.5, 0.5, 0.5}, 1.5, 0.75, 1.2, 0.45f);
  parts.aabb_scale = trained.aabb_scale;
  return parts;
}

std::uint32_t resolve_aabb_scale(const NerfParams& params, const Parts& parts, const PathContext& context) {
  const std::uint32_t scale = params.aabb_scale != 0 ? params.aabb_scale : parts.aabb_scale;
  if (!std::has_single_bit(scale) || scale > 128)
    throw InputError(context.at("aabb_scale"), fmt::format("aabb_scale = {}", scale), "a power of two from 1 to 128, or 0 for the scene's own");
  const auto cascades = static_cast<std::uint32_t>(std::bit_width(scale));
  if (cascades > parts.occupancy.cascades)
    throw InputError(context.at(params.aabb_scale != 0 ? "aabb_scale" : parts.origin),
                     fmt::format("aabb_scale = {} needs {} cascades of occupancy, there are {}", scale, cascades, parts.occupancy.cascades),
                     fmt::format("an aabb_scale up to {}", 1u << (parts.occupancy.cascades - 1)));
  return scale;
}

float most_depth(double min_transmittance) {
  return min_transmittance > 0.0 ? static_cast<float>(-portable_log(min_transmittance)) : std::numeric_limits<float>::infinity();
}

SceneDensity density_of(const NerfParams& params, const Snapshot* trained) {
  if (trained != nullptr && !trained->density_cells.empty()) return SceneDensity(densities_of(*trained));
  return SceneDensity(static_cast<float>(params.occupied_density));
}

}  // namespace

std::unique_ptr<NerfSource> make_nerf_source(const NerfParams& params, const PathContext& context, const Snapshot* trained) {
  const bool from_snapshot = trained != nullptr && params.scene.empty() && params.occupancy.empty();
  Parts parts = from_snapshot ? trained_parts(params, context, *trained) : params.scene.empty() ? file_parts(params, context) : built_in_parts(params, context);
  if (!params.path.file.empty()) {
    if (!params.transforms.empty()) throw InputError(context.at("camera_path"), "camera_path beside transforms", "one of them");
    parts.cameras = path_cameras(params.path, context);
  }
  const std::uint32_t aabb_scale = resolve_aabb_scale(params, parts, context);
  if (trained != nullptr && trained->aabb_scale != aabb_scale)
    throw InputError(context.at("snapshot"), fmt::format("a model trained in a cube of side {} for a scene of side {}", trained->aabb_scale, aabb_scale), "the same aabb_scale");
  Picture picture{params.width, params.height, params.max_samples_per_ray,
                  choose_cameras(params.camera, static_cast<std::uint32_t>(parts.cameras.size()), context.at("camera")), params.walk,
                  static_cast<float>(params.eye_distance), most_depth(params.min_transmittance), params.jitter_seed};
  auto scene = std::make_shared<const NerfScene>(parts.occupancy, std::move(parts.cameras), aabb_scale, density_of(params, trained));
  auto source = std::make_unique<NerfSource>(std::move(scene), std::move(picture));
  if (!source->any_ray_hits())
    throw InputError(context.at(parts.origin), fmt::format("no ray of camera {} hits the scene", params.camera),
                     "cameras that see an occupied cell (check mapping, map_scale, map_shift and aabb_scale)");
  return source;
}

}  // namespace ngpcsim::workloads
