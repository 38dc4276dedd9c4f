#include "workloads/apps/camera.h"

#include <cmath>

#include "sim/base/error.h"

namespace ngpcsim::workloads {
namespace {

constexpr float kNgpScale = 0.33f;
constexpr float kNgpMitsubaScale = 0.66f;

Camera map_linear(const CameraView& view, const Mapping& mapping) {
  const float side = mapping.scale != 0.0f ? mapping.scale : 1.0f;
  Camera camera{view.pose, view.lens};
  for (std::size_t r = 0; r < 3; ++r) camera.pose[r * 4 + 3] = (view.pose[r * 4 + 3] - mapping.shift[r]) / side + 0.5f;
  return camera;
}

Camera map_instant_ngp(const CameraView& view, const Transforms& file, const Mapping& mapping) {
  const float own_scale = file.scale.value_or(file.from_mitsuba ? kNgpMitsubaScale : kNgpScale);
  const float scale = mapping.scale != 0.0f ? mapping.scale : own_scale;
  const Vec3 offset = file.offset.value_or(Vec3{0.5f, 0.5f, 0.5f});
  Camera camera{view.pose, view.lens};
  for (std::size_t r = 0; r < 3; ++r) camera.pose[r * 4 + 3] = (view.pose[r * 4 + 3] - mapping.shift[r]) * scale + offset[r];
  if (file.from_mitsuba) {
    for (std::size_t r = 0; r < 3; ++r) {
      camera.pose[r * 4] = -camera.pose[r * 4];
      camera.pose[r * 4 + 2] = -camera.pose[r * 4 + 2];
    }
    return camera;
  }
  const std::array<float, 12> before = camera.pose;
  for (std::size_t r = 0; r < 3; ++r)
    for (std::size_t c = 0; c < 4; ++c) camera.pose[r * 4 + c] = before[(r + 1) % 3 * 4 + c];
  return camera;
}

}  // namespace

Camera Camera::moved_right(float distance) const {
  const float size = std::sqrt(pose[0] * pose[0] + pose[4] * pose[4] + pose[8] * pose[8]);
  Camera moved = *this;
  for (const std::size_t r : {0u, 1u, 2u}) moved.pose[r * 4 + 3] += distance * pose[r * 4] / size;
  return moved;
}

std::vector<Camera> eyes_of(const Camera& middle, float distance) {
  if (distance == 0.0f) return {middle};
  return {middle.moved_right(-0.5f * distance), middle.moved_right(0.5f * distance)};
}

PixelRays::PixelRays(const Camera& camera, std::uint32_t width, std::uint32_t height) : pose_(camera.pose) {
  const Lens& lens = camera.lens;
  check(lens.tan_half_x || lens.tan_half_y, "a lens without field of view");
  const float w = static_cast<float>(width);
  const float h = static_cast<float>(height);
  focal_x_ = lens.tan_half_x ? 0.5f * w / *lens.tan_half_x : 0.5f * h / *lens.tan_half_y;
  focal_y_ = lens.tan_half_y ? 0.5f * h / *lens.tan_half_y : focal_x_;
  centre_x_ = w * lens.principal_x;
  centre_y_ = h * lens.principal_y;
}

Vec3 PixelRays::direction(std::uint32_t x, std::uint32_t y) const {
  const float c0 = (static_cast<float>(x) + 0.5f - centre_x_) / focal_x_;
  const float c1 = -(static_cast<float>(y) + 0.5f - centre_y_) / focal_y_;
  Vec3 d;
  for (std::size_t r = 0; r < 3; ++r) d[r] = pose_[r * 4] * c0 + pose_[r * 4 + 1] * c1 + pose_[r * 4 + 2] * -1.0f;
  const float length = std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
  for (float& component : d) component /= length;
  return d;
}

Camera map_view(const CameraView& view, const Transforms& file, const Mapping& mapping) {
  return mapping.convention == Convention::kLinear ? map_linear(view, mapping) : map_instant_ngp(view, file, mapping);
}

}  // namespace ngpcsim::workloads
