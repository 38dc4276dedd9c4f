#pragma once
#include <string>

#include "workloads/import/lens.h"
#include "workloads/import/located_json.h"

namespace ngpcsim::workloads {

/// The lens of one frame of a transforms.json, by the rules of instant-ngp (nerf_loader): along each axis `x_fov` (degrees) goes before `fl_x`
/// (pixels) before `camera_angle_x` (radians), likewise y; a frame that has any of them overrides those of the file as a whole; `w`, `h`,
/// `cx`, `cy` come from the frame and else from the file. Since images are not read, `fl_x` needs `w`; where `w` is missing the angle
/// is used if there is one. Throws InputError with file and line where no focal length is found or a value is outside its range, and for
/// lenses that are not pinholes (is_fisheye, latlong, equirectangular, orthographic, ftheta). Distortion (k1..k4, p1, p2) is not applied, as
/// instant-ngp renders by default.
[[nodiscard]] Lens read_lens(const JsonNode& frame, const JsonNode& root, const std::string& file, std::size_t frame_index);

/// A finite number that fits fp32, of member `key`. Throws InputError with line and `where`.
[[nodiscard]] double finite_number(const JsonNode& node, const std::string& file, std::string_view key, const std::string& where);

}  // namespace ngpcsim::workloads
