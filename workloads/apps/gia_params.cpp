#include "workloads/apps/gia_params.h"

#include <algorithm>

#include "workloads/import/picture.h"
#include "workloads/import/portable_math.h"
#include "workloads/scenes/demo_picture.h"

namespace ngpcsim::workloads {
namespace {

/// Width over height of the picture.
double aspect_of(const GiaParams& params, const PathContext& context) {
  if (params.scene.empty() == params.image.empty())
    throw InputError(context.at(params.scene.empty() ? "image" : "scene"), fmt::format("scene = \"{}\" and image = \"{}\"", params.scene, params.image), "the name of a built-in picture, or a file");
  if (!params.scene.empty()) {
    if (params.scene != kHarbourName) throw InputError(context.at("scene"), fmt::format("no built-in picture \"{}\"", params.scene), std::string(kHarbourName));
    return static_cast<double>(params.width) / params.height;
  }
  const PictureSize size = picture_size(expand_path(params.image, context, "image"));
  return static_cast<double>(size.width) / size.height;
}

/// `aspect` of the picture; it is `zoom` times as large as where it just fits.
PictureView view_of(const GiaParams& params, double aspect, double zoom, double centre_x, double centre_y) {
  const double fitted_width = std::min<double>(params.width, params.height * aspect);  // in pixels of the view
  const double across = 1.0 / (fitted_width * zoom), down = aspect / (fitted_width * zoom);
  return {.left = static_cast<float>(centre_x - 0.5 * params.width * across), .top = static_cast<float>(centre_y - 0.5 * params.height * down),
          .across = static_cast<float>(across), .down = static_cast<float>(down)};
}

/// The last view is what the parameters say; those before it begin at the whole picture.
std::vector<PictureView> views_of(const GiaParams& params, double aspect) {
  std::vector<PictureView> views;
  for (std::uint32_t frame = 1; frame < params.zoom_frames; ++frame) {
    const double part = static_cast<double>(frame - 1) / (params.zoom_frames - 1);
    const double zoom = portable_exp(part * portable_log(params.zoom));
    // The centre moves as the picture grows: what is in the middle at last stays at one place of the view as long as it can.
    const double moved = params.zoom == 1.0 ? part : (1.0 - 1.0 / zoom) / (1.0 - 1.0 / params.zoom);
    views.push_back(view_of(params, aspect, zoom, 0.5 + moved * (params.centre_x - 0.5), 0.5 + moved * (params.centre_y - 0.5)));
  }
  views.push_back(view_of(params, aspect, params.zoom, params.centre_x, params.centre_y));
  return views;
}

}  // namespace

std::unique_ptr<GiaSource> make_gia_source(const GiaParams& params, const PathContext& context) {
  return std::make_unique<GiaSource>(views_of(params, aspect_of(params, context)), std::make_shared<const PixelWalk>(params.width, params.height, params.walk));
}

}  // namespace ngpcsim::workloads
