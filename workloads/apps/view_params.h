#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "sim/config/describe.h"
#include "workloads/apps/camera.h"
#include "workloads/apps/path_cameras.h"
#include "workloads/apps/path_context.h"
#include "workloads/apps/pixel_order.h"

namespace ngpcsim::workloads {

/// Who looks at something in the unit cube, and how: what the applications with cameras have in common.
struct ViewParams {
  std::uint32_t width = 1920;
  std::uint32_t height = 1080;
  std::string camera = "0";
  std::string transforms;
  PathParams path;
  double eye_distance = 0.0;
  WalkParams walk;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    v.integer("width", p.width, {.min = 1, .max = 65536}, {.unit = "pixels", .meaning = "width of the picture", .source = "NGPC, ISCA'23: 1920"});
    v.integer("height", p.height, {.min = 1, .max = 65536}, {.unit = "pixels", .meaning = "height of the picture", .source = "NGPC, ISCA'23: 1080"});
    v.text("camera", p.camera, {.unit = "", .meaning = "cameras to draw, one frame each: an index, a range a-b, or all", .source = "our choice: one frame unless asked for more"});
    v.text("transforms", p.transforms, {.unit = "", .meaning = "transforms.json with the cameras, mapped as instant-ngp does; empty: twelve cameras that circle the cube; ${NGPCSIM_DATA} is replaced", .source = "docs/file_formats.md"});
    PathParams::describe(p.path, v);
    v.real("eye_distance", p.eye_distance, {.min = 0.0, .max = 10.0},
           {.unit = "cube sides", .meaning = "stereo: distance of the eyes, both drawn in every frame, left before right; 0: one eye", .source = "our choice: one picture; 0.064 m apart in people, by the scene's scale"});
    WalkParams::describe(p.walk, v);
  }
};

/// The chosen cameras, with their numbers. Throws InputError for transforms that cannot be read and a camera that does not exist.
struct ChosenCamera {
  std::uint32_t number = 0;
  Camera camera;
};
[[nodiscard]] std::vector<ChosenCamera> chosen_cameras(const ViewParams& params, const PathContext& context);

}  // namespace ngpcsim::workloads
