#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "workloads/apps/pixel_order.h"
#include "workloads/apps/stepped_group.h"
#include "workloads/stream/query_stream.h"

namespace ngpcsim::workloads {

/// Which part of a picture a view shows: the place of pixel (x, y) is u = left + (x + 0.5) across, v = top + (y + 0.5) down, in fp32, 0 to 1 inside the picture.
struct PictureView {
  float left = 0.0f, top = 0.0f;
  float across = 1.0f, down = 1.0f;  ///< of a pixel
};

/// One query a pixel inside the picture; pixels beside it never live. For SteppedGroup.
class GiaMarcher {
 public:
  GiaMarcher(const PictureView& view, std::shared_ptr<const PixelWalk> walk) : view_(view), walk_(std::move(walk)) {}

  struct Ray {
    float u = 0.0f, v = 0.0f;
  };
  [[nodiscard]] bool begin(Pixel pixel, Ray& ray) const {
    ray.u = view_.left + (static_cast<float>(pixel.x) + 0.5f) * view_.across;
    ray.v = view_.top + (static_cast<float>(pixel.y) + 0.5f) * view_.down;
    return ray.u >= 0.0f && ray.u <= 1.0f && ray.v >= 0.0f && ray.v <= 1.0f;
  }
  [[nodiscard]] Step next(Ray& ray) const { return {.found = true, .last = true, .probes = 0, .position = {ray.u, ray.v, 0.0f}}; }
  [[nodiscard]] CompactionSchedule compaction() const { return {1, false}; }
  [[nodiscard]] const PixelWalk& walk() const { return *walk_; }

 private:
  PictureView view_;
  std::shared_ptr<const PixelWalk> walk_;
};

/// Frames of views of a picture.
class GiaSource final : public stream::QuerySource {
 public:
  GiaSource(std::vector<PictureView> views, std::shared_ptr<const PixelWalk> walk) : views_(std::move(views)), walk_(std::move(walk)) {}

  [[nodiscard]] std::uint64_t frames() const override { return views_.size(); }
  [[nodiscard]] std::string frame_name(std::uint64_t frame) const override;
  [[nodiscard]] std::unique_ptr<stream::Frame> open_frame(std::uint64_t frame) const override;
  [[nodiscard]] GiaMarcher marcher(std::uint64_t frame) const { return {views_.at(frame), walk_}; }

 private:
  std::vector<PictureView> views_;
  std::shared_ptr<const PixelWalk> walk_;
};

}  // namespace ngpcsim::workloads
