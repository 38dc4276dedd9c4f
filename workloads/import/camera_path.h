#pragma once
#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "workloads/import/located_json.h"

namespace ngpcsim::workloads {

/// A place of the camera on a path of instant-ngp, in the space of the scene's cube.
struct PathKey {
  std::array<double, 4> rotation{0, 0, 0, 1};  ///< quaternion x, y, z, w
  std::array<double, 3> position{};
  double fov = 50.625;                         ///< vertical, degrees
};

struct CameraPath {
  bool loop = false;
  std::uint32_t spline_order = 3;  ///< 0: the key itself, 1: straight between keys, 2, 3: uniform B-splines of that degree
  std::vector<PathKey> keys;
};

/// Whether a JSON text is a camera path: an object with an array `path`.
[[nodiscard]] bool is_camera_path(const JsonNode& root);

/// Reads a camera path, of today or with the keys of 2022 (`seconds`, `glow_*`, `dof`): what does not say where the camera is, is not looked at. Throws InputError with
/// file and line on what is no JSON or another kind of file, a path without keys or with more than 100 000, R that is not four numbers or 0, T that is not
/// three, fov outside 0 to 180 degrees, a spline_order above 3, and numbers that are not finite.
[[nodiscard]] CameraPath read_camera_path(const std::filesystem::path& file);
[[nodiscard]] CameraPath parse_camera_path(std::string_view text, const std::string& file);

/// The place at t = 0 to 1. With n keys and order k, u = t n on a loop and t (n - 1) otherwise; between keys floor(u) and the next, with s the fraction of u, key
/// floor(u) + i is weighted by the basis of the uniform B-spline of degree k (instant-ngp, camera_path.cu):
///   1:  1 - s, s                                                              i = 0, 1
///   2:  (1 - s)^2 / 2, (1 + 2 s - 2 s^2) / 2, s^2 / 2                         i = -1, 0, 1
///   3:  (1 - s)^3 / 6, (4 - 6 s^2 + 3 s^3) / 6, (1 + 3 s + 3 s^2 - 3 s^3) / 6, s^3 / 6    i = -1 .. 2
/// Keys beyond an end are that end's, or on a loop those of the other end. Quaternions are turned to the sign next to that of key floor(u) before they are summed,
/// and normalised.
[[nodiscard]] PathKey key_at(const CameraPath& path, double t);

/// 3 x 4, row-major, camera to cube, of a camera that looks along -z, y up: instant-ngp's looks along +z, y down.
[[nodiscard]] std::array<float, 12> pose_of(const PathKey& key);

}  // namespace ngpcsim::workloads
