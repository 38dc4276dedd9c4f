#include "workloads/apps/path_cameras.h"

#include "workloads/import/camera_path.h"
#include "workloads/import/portable_math.h"

namespace ngpcsim::workloads {

std::vector<Camera> path_cameras(const PathParams& params, const PathContext& context) {
  constexpr double kDegree = 3.14159265358979323846 / 180.0;
  const CameraPath path = read_camera_path(expand_path(params.file, context, "camera_path"));
  const std::uint32_t steps = path.loop ? params.frames : params.frames - 1;
  std::vector<Camera> cameras;
  for (std::uint32_t frame = 0; frame < params.frames; ++frame) {
    const PathKey key = key_at(path, steps > 0 ? static_cast<double>(frame) / steps : 0.0);
    Camera camera{.pose = pose_of(key), .lens = {}};
    camera.lens.tan_half_y = static_cast<float>(portable_tan(0.5 * key.fov * kDegree));
    cameras.push_back(camera);
  }
  return cameras;
}

}  // namespace ngpcsim::workloads
