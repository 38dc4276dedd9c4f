#include "workloads/scenes/orbit.h"

#include <cstddef>

namespace ngpcsim::workloads {

Camera look_at(const Point& from, const Point& at, float tan_half_fov_x) {
  const Point back = from - at;  // the camera looks along -z
  const double distance = length(back);
  const Point z{back.x / distance, back.y / distance, back.z / distance};
  const double across = length(z.z, z.x);
  const Point x{z.z / across, 0.0, -z.x / across};                              // up x z
  const Point y{z.y * x.z - z.z * x.y, z.z * x.x - z.x * x.z, z.x * x.y - z.y * x.x};  // z x x
  Camera camera;
  const auto f = [](double v) { return static_cast<float>(v); };
  camera.pose = {f(x.x), f(y.x), f(z.x), f(from.x), f(x.y), f(y.y), f(z.y), f(from.y), f(x.z), f(y.z), f(z.z), f(from.z)};
  camera.lens.tan_half_x = tan_half_fov_x;
  return camera;
}

std::vector<Camera> orbit_cameras(const Point& at, double radius, double low, double high, float tan_half_fov_x) {
  std::vector<Camera> cameras;
  for (std::size_t i = 0; i < kCircle.size(); ++i)
    cameras.push_back(look_at({at.x + radius * kCircle[i].cosine, i % 2 == 0 ? low : high, at.z + radius * kCircle[i].sine}, at, tan_half_fov_x));
  return cameras;
}

}  // namespace ngpcsim::workloads
