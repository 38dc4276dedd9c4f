#include "workloads/apps/view_params.h"

#include "workloads/apps/camera_choice.h"
#include "workloads/scenes/orbit.h"

namespace ngpcsim::workloads {
namespace {

/// The cube fits into the height of the picture, whatever its width.
std::vector<Camera> around_the_cube() {
  constexpr float kTanHalfHeight = 0.42f;
  std::vector<Camera> cameras = orbit_cameras({0.5, 0.5, 0.5}, 1.35, 0.65, 1.05, kTanHalfHeight);
  for (Camera& camera : cameras) camera.lens = {.tan_half_x = {}, .tan_half_y = kTanHalfHeight};
  return cameras;
}

std::vector<Camera> all_cameras(const ViewParams& params, const PathContext& context) {
  if (!params.path.file.empty()) {
    if (!params.transforms.empty()) throw InputError(context.at("camera_path"), "camera_path beside transforms", "one of them");
    return path_cameras(params.path, context);
  }
  if (params.transforms.empty()) return around_the_cube();
  const Transforms file = read_transforms(expand_path(params.transforms, context, "transforms"));
  std::vector<Camera> cameras;
  for (const CameraView& view : file.views) cameras.push_back(map_view(view, file, {}));
  return cameras;
}

}  // namespace

std::vector<ChosenCamera> chosen_cameras(const ViewParams& params, const PathContext& context) {
  const std::vector<Camera> cameras = all_cameras(params, context);
  std::vector<ChosenCamera> chosen;
  for (const std::uint32_t number : choose_cameras(params.camera, static_cast<std::uint32_t>(cameras.size()), context.at("camera"))) chosen.push_back({number, cameras[number]});
  return chosen;
}

}  // namespace ngpcsim::workloads
