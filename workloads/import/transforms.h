#pragma once
#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "workloads/import/lens.h"

namespace ngpcsim::workloads {

/// One camera of a transforms.json.
struct CameraView {
  std::string name;              ///< `file_path` with forward slashes, or empty
  int line = 0;                  ///< of the frame in the file
  std::array<float, 12> pose{};  ///< 3 x 4, row-major, camera to world; the camera looks along -z, y is up (OpenGL)
  Lens lens;
};

/// The cameras of a NeRF data set and what its file says about the scene's place in space.
struct Transforms {
  std::vector<CameraView> views;
  std::uint32_t aabb_scale = 1;            ///< side of the scene's cube: 1, 2, 4 … 128
  std::optional<float> scale;              ///< instant-ngp's `scale`: file units to cube units
  std::optional<std::array<float, 3>> offset;  ///< instant-ngp's `offset`, one number or three
  bool from_mitsuba = false;
};

/// Reads a transforms.json as found in NeRF-synthetic, instant-ngp and nerfstudio data sets; keys and priorities are listed in
/// docs/file_formats.md. Images are not read, so missing ones do not matter. Throws InputError with file, line and frame on: JSON that is not
/// strict; another kind of file (camera path, network configuration); no frames; a pose that is not 3 x 4 or 4 x 4 finite numbers with a last
/// row of 0 0 0 1 and independent axes; no focal length; `aabb_scale` that is not a power of two up to 128.
[[nodiscard]] Transforms read_transforms(const std::filesystem::path& file);

/// The same from a text; `file` is only named in messages.
[[nodiscard]] Transforms parse_transforms(std::string_view text, const std::string& file);

}  // namespace ngpcsim::workloads
