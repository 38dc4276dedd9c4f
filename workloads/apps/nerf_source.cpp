#include "workloads/apps/nerf_source.h"

#include <algorithm>

#include "sim/base/error.h"
#include "sim/base/rng.h"
#include "workloads/apps/pixel_frame.h"

namespace ngpcsim::workloads {

NerfSource::NerfSource(std::shared_ptr<const NerfScene> scene, Picture picture, MarchFunction march)
    : scene_(std::move(scene)), picture_(std::move(picture)), march_(march ? march : march_variants().front().march) {
  check(picture_.width > 0 && picture_.height > 0, "a picture of {} x {} pixels", picture_.width, picture_.height);
  for (const std::uint32_t camera : picture_.cameras) check(camera < scene_->cameras.size(), "camera {} of {}", camera, scene_->cameras.size());
}

std::string NerfSource::frame_name(std::uint64_t frame) const { return fmt::format("camera {}", picture_.cameras.at(frame)); }

std::unique_ptr<stream::Frame> NerfSource::open_frame(std::uint64_t frame) const {
  const auto walk = std::make_shared<const PixelWalk>(picture_.width, picture_.height, picture_.walk);
  std::vector<std::unique_ptr<stream::Frame>> eyes;
  for (const Camera& eye : eyes_of(scene_->cameras[picture_.cameras.at(frame)], picture_.eye_distance)) {
    const auto make_group = [scene = scene_, eye, setup = setup(frame), walk](PixelSpan span) { return std::make_unique<NerfGroup>(scene, eye, setup, *walk, span); };
    eyes.push_back(std::make_unique<PixelFrame<decltype(make_group)>>(walk->pixels(), make_group));
  }
  return std::make_unique<ChainedFrame>(std::move(eyes));
}

/// Each frame has a jitter of its own.
MarchSetup NerfSource::setup(std::uint64_t frame) const {
  return {.width = picture_.width,
          .height = picture_.height,
          .max_samples = picture_.max_samples_per_ray,
          .march = march_,
          .most_depth = picture_.most_depth,
          .jitter_seed = picture_.jitter_seed == 0 ? 0 : mix64(picture_.jitter_seed) + frame};
}

bool NerfSource::any_ray_hits() const {
  constexpr std::uint32_t kCoarseRows = 16;
  stream::Queries queries;
  const PixelWalk rows(picture_.width, picture_.height, {});
  const auto row_hits = [&](std::uint32_t camera, std::uint32_t row) {
    NerfGroup group(scene_, scene_->cameras[camera], setup(0), rows, {std::uint64_t{row} * picture_.width, picture_.width});
    return group.next_round(1, queries).queries > 0;
  };
  const auto picture_hits = [&](std::uint32_t row_distance) {
    for (const std::uint32_t camera : picture_.cameras)
      for (std::uint32_t row = row_distance / 2; row < picture_.height; row += row_distance)
        if (row_hits(camera, row)) return true;
    return false;
  };
  return picture_hits(std::max(picture_.height / kCoarseRows, 1u)) || picture_hits(1);
}

}  // namespace ngpcsim::workloads
