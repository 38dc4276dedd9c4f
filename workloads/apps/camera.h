#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "workloads/import/lens.h"
#include "workloads/import/transforms.h"

namespace ngpcsim::workloads {

using Vec3 = std::array<float, 3>;

/// A camera in the space of the occupancy grid (the finest cascade is the unit cube).
struct Camera {
  /// 3 x 4, row-major, camera to cube; the camera looks along -z, y is up. Axes need not have length 1.
  std::array<float, 12> pose{};
  Lens lens;

  [[nodiscard]] Vec3 origin() const { return {pose[3], pose[7], pose[11]}; }
  /// The same camera, `distance` to its right (its x axis).
  [[nodiscard]] Camera moved_right(float distance) const;
};

/// The eyes of a headset: one camera where `distance` between them is 0, otherwise the left and the right one, looking the same way.
[[nodiscard]] std::vector<Camera> eyes_of(const Camera& middle, float distance);

/// Rays of a camera through the pixel centres of a picture of width x height pixels.
class PixelRays {
 public:
  PixelRays(const Camera& camera, std::uint32_t width, std::uint32_t height);

  /// Unit direction through pixel (x, y), y downwards, in fp32:
  /// c = ((x + 0.5 - W px) / fx, -(y + 0.5 - H py) / fy, -1), d = pose c / |pose c| (OpenGL pinhole, p the principal point).
  [[nodiscard]] Vec3 direction(std::uint32_t x, std::uint32_t y) const;

 private:
  std::array<float, 12> pose_;
  float focal_x_, focal_y_;    // pixels
  float centre_x_, centre_y_;  // pixels
};

/// How file positions p become cube positions g.
enum class Convention {
  kInstantNgp,  ///< g = p s + o, then axes (x, y, z) <- (y, z, x); s and o from the file, else 0.33 and 0.5
  kLinear,      ///< g = p / S + 0.5, axes kept
};

/// With scale 0 the scale is the convention's own (kInstantNgp: the file's or 0.33; kLinear: 1). `shift` is subtracted from p first.
struct Mapping {
  Convention convention = Convention::kInstantNgp;
  float scale = 0.0f;
  Vec3 shift{};
};

/// The camera of one view. A file marked from_mitsuba keeps its axes, turns two of them, and has scale 0.66 unless it says otherwise
/// (instant-ngp, nerf_matrix_to_ngp).
[[nodiscard]] Camera map_view(const CameraView& view, const Transforms& file, const Mapping& mapping);

}  // namespace ngpcsim::workloads
