#include "workloads/apps/nerf_source.h"

#include <algorithm>

#include "sim/base/error.h"

namespace ngpcsim::workloads {
namespace {

class NerfFrame final : public stream::Frame {
 public:
  NerfFrame(std::shared_ptr<const NerfScene> scene, std::uint32_t camera, const MarchSetup& setup)
      : scene_(std::move(scene)), camera_(camera), setup_(setup) {}

  [[nodiscard]] std::uint64_t pixels() const override { return std::uint64_t{setup_.width} * setup_.height; }
  [[nodiscard]] std::unique_ptr<stream::RayGroup> next_group(std::uint64_t max_rays) override {
    check(max_rays > 0, "a group of no rays");
    const PixelSpan span{next_, std::min({max_rays, pixels() - next_, kMaxGroupRays})};
    if (span.count == 0) return nullptr;
    next_ += span.count;
    return std::make_unique<NerfGroup>(scene_, scene_->cameras[camera_], setup_, span);
  }

 private:
  static constexpr std::uint64_t kMaxGroupRays = std::uint64_t{1} << 31;  // ray numbers have 32 bits

  std::shared_ptr<const NerfScene> scene_;
  std::uint32_t camera_;
  MarchSetup setup_;
  std::uint64_t next_ = 0;
};

}  // namespace

NerfSource::NerfSource(std::shared_ptr<const NerfScene> scene, Picture picture, MarchFunction march)
    : scene_(std::move(scene)), picture_(std::move(picture)), march_(march ? march : march_variants().front().march) {
  check(picture_.width > 0 && picture_.height > 0, "a picture of {} x {} pixels", picture_.width, picture_.height);
  for (const std::uint32_t camera : picture_.cameras) check(camera < scene_->cameras.size(), "camera {} of {}", camera, scene_->cameras.size());
}

std::string NerfSource::frame_name(std::uint64_t frame) const { return fmt::format("camera {}", picture_.cameras.at(frame)); }

std::unique_ptr<stream::Frame> NerfSource::open_frame(std::uint64_t frame) const {
  return std::make_unique<NerfFrame>(scene_, picture_.cameras.at(frame), setup());
}

MarchSetup NerfSource::setup() const { return {picture_.width, picture_.height, picture_.max_samples_per_ray, march_}; }

bool NerfSource::any_ray_hits() const {
  constexpr std::uint32_t kCoarseRows = 16;
  stream::Queries queries;
  const auto row_hits = [&](std::uint32_t camera, std::uint32_t row) {
    NerfGroup group(scene_, scene_->cameras[camera], setup(), {std::uint64_t{row} * picture_.width, picture_.width});
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
