#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "sim/config/describe.h"
#include "workloads/apps/camera.h"
#include "workloads/apps/path_context.h"

namespace ngpcsim::workloads {

/// A path of the camera, drawn in frames.
struct PathParams {
  std::string file;
  std::uint32_t frames = 60;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    v.text("camera_path", p.file, {.unit = "", .meaning = "camera path of instant-ngp, whose frames are the cameras; ${NGPCSIM_DATA} is replaced", .source = "docs/file_formats.md"});
    v.integer("path_frames", p.frames, {.min = 1, .max = 1000000}, {.unit = "frames", .meaning = "cameras at even distances along camera_path", .source = "our choice: 60"});
  }
};

/// The cameras of the path: frame i of n at i / (n - 1), or i / n on a loop. Throws InputError for a path that cannot be read.
[[nodiscard]] std::vector<Camera> path_cameras(const PathParams& params, const PathContext& context);

}  // namespace ngpcsim::workloads
