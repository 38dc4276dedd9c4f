#include "workloads/apps/nerf_params.h"

#include <bit>
#include <limits>

#include "workloads/apps/camera_choice.h"
#include "workloads/import/portable_math.h"
#include "workloads/scenes/built_in.h"

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

Parts file_parts(const NerfParams& params, const PathContext& context) {
  for (const auto& [name, text] : {std::pair{"occupancy", &params.occupancy}, std::pair{"transforms", &params.transforms}})
    if (text->empty()) throw InputError(context.at(name), fmt::format("{} is empty and so is scene", name), "the name of a built-in scene, or occupancy and transforms");
  const Transforms file = read_transforms(expand_path(params.transforms, context, "transforms"));
  const auto f = [](double value) { return static_cast<float>(value); };
  const Mapping mapping{params.mapping, f(params.map_scale), {f(params.map_shift_x), f(params.map_shift_y), f(params.map_shift_z)}};
  Parts parts{read_occupancy(expand_path(params.occupancy, context, "occupancy")), {}, file.aabb_scale, "occupancy"};
  for (const CameraView& view : file.views) parts.cameras.push_back(map_view(view, file, mapping));
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

}  // namespace

std::unique_ptr<NerfSource> make_nerf_source(const NerfParams& params, const PathContext& context) {
  Parts parts = params.scene.empty() ? file_parts(params, context) : built_in_parts(params, context);
  const std::uint32_t aabb_scale = resolve_aabb_scale(params, parts, context);
  Picture picture{params.width, params.height, params.max_samples_per_ray,
                  choose_cameras(params.camera, static_cast<std::uint32_t>(parts.cameras.size()), context.at("camera")), params.walk,
                  static_cast<float>(params.eye_distance), most_depth(params.min_transmittance), params.jitter_seed};
  auto scene = std::make_shared<const NerfScene>(parts.occupancy, std::move(parts.cameras), aabb_scale, SceneDensity(static_cast<float>(params.occupied_density)));
  auto source = std::make_unique<NerfSource>(std::move(scene), std::move(picture));
  if (!source->any_ray_hits())
    throw InputError(context.at(parts.origin), fmt::format("no ray of camera {} hits the scene", params.camera),
                     "cameras that see an occupied cell (check mapping, map_scale, map_shift and aabb_scale)");
  return source;
}

}  // namespace ngpcsim::workloads
