#pragma once
#include <cstdint>
#include <memory>
#include <string>

#include "sim/config/describe.h"
#include "workloads/apps/gia_source.h"
#include "workloads/apps/path_context.h"
#include "workloads/apps/pixel_order.h"

namespace ngpcsim::workloads {

/// A gigapixel image as a workload: a view of a picture, every pixel a query.
struct GiaParams {
  std::uint32_t width = 1920;
  std::uint32_t height = 1080;
  std::string scene;
  std::string image;
  double zoom = 1.0;
  double centre_x = 0.5;
  double centre_y = 0.5;
  std::uint32_t zoom_frames = 1;
  WalkParams walk;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    v.integer("width", p.width, {.min = 1, .max = 65536}, {.unit = "pixels", .meaning = "width of the view", .source = "NGPC, ISCA'23: 1920"});
    v.integer("height", p.height, {.min = 1, .max = 65536}, {.unit = "pixels", .meaning = "height of the view", .source = "NGPC, ISCA'23: 1080"});
    v.text("scene", p.scene, {.unit = "", .meaning = "name of a built-in picture (harbour), which has the aspect ratio of the view; empty: image is read", .source = "our choice"});
    v.text("image", p.image, {.unit = "", .meaning = "PNG or JPEG file whose size gives the aspect ratio; ${NGPCSIM_DATA} is replaced", .source = "docs/file_formats.md"});
    v.real("zoom", p.zoom, {.min = 1e-3, .max = 1e6}, {.unit = "x", .meaning = "enlargement; 1: the whole picture just fits into the view", .source = "our choice: the whole picture"});
    v.real("centre_x", p.centre_x, {.min = 0.0, .max = 1.0}, {.unit = "widths", .meaning = "what of the picture is in the middle of the view, from the left", .source = "our choice: its middle"});
    v.real("centre_y", p.centre_y, {.min = 0.0, .max = 1.0}, {.unit = "heights", .meaning = "the same from the top", .source = "our choice: its middle"});
    v.integer("zoom_frames", p.zoom_frames, {.min = 1, .max = 100000}, {.unit = "frames", .meaning = "frames in which the view goes from the whole picture to zoom and the centre, by equal factors; 1: one frame", .source = "our choice: one frame"});
    WalkParams::describe(p.walk, v);
  }
};

/// The queries of the view. The middle of the view lies in the picture, so that there is always one. Throws InputError at the parameter's location on an unknown
/// picture, a picture together with a file, and neither of them; and at the file where it cannot be read.
[[nodiscard]] std::unique_ptr<GiaSource> make_gia_source(const GiaParams& params, const PathContext& context);

}  // namespace ngpcsim::workloads
