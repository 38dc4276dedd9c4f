#pragma once
#include <array>
#include <vector>

#include "workloads/apps/camera.h"
#include "workloads/scenes/shape.h"

/// Cameras that circle something.
namespace ngpcsim::workloads {

/// Points of the unit circle with rational coordinates (8, 15, 17), thirty degrees apart to within two.
struct CirclePoint {
  double cosine, sine;
};
inline constexpr std::array<CirclePoint, 12> kCircle{{{1, 0}, {15.0 / 17, 8.0 / 17}, {8.0 / 17, 15.0 / 17},
                                                      {0, 1}, {-8.0 / 17, 15.0 / 17}, {-15.0 / 17, 8.0 / 17},
                                                      {-1, 0}, {-15.0 / 17, -8.0 / 17}, {-8.0 / 17, -15.0 / 17},
                                                      {0, -1}, {8.0 / 17, -15.0 / 17}, {15.0 / 17, -8.0 / 17}}};

/// A camera at `from` that looks at `at`, y up; not straight up or down.
[[nodiscard]] Camera look_at(const Point& from, const Point& at, float tan_half_fov_x);

/// Twelve cameras on a circle of `radius` about `at`, by turns at the heights `low` and `high`, looking at `at`.
[[nodiscard]] std::vector<Camera> orbit_cameras(const Point& at, double radius, double low, double high, float tan_half_fov_x);

}  // namespace ngpcsim::workloads
