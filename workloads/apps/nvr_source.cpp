#include "workloads/apps/nvr_source.h"

#include <algorithm>
#include <bit>
#include <utility>

#include <fmt/format.h>

#include "workloads/apps/box_crossing.h"
#include "workloads/apps/pixel_frame.h"

namespace ngpcsim::workloads {

float free_flight(float u) {
  // 1 - u is a multiple of 2^-24 and not 0: m 2^e with m from 0.70 to 1.42, then z = (m - 1) / (m + 1) is at most 0.172.
  const float x = 1.0f - u;
  const auto bits = std::bit_cast<std::uint32_t>(x);
  constexpr std::uint32_t kRootHalf = 0x3F3504F3;  // of 2^-1/2
  const auto e = static_cast<std::int32_t>(bits - kRootHalf) >> 23;
  const float m = std::bit_cast<float>(bits - (static_cast<std::uint32_t>(e) << 23));
  const float z = (m - 1.0f) / (m + 1.0f);
  const float z2 = z * z;
  const float series = 2.0f * z * (1.0f + z2 * (1.0f / 3 + z2 * (1.0f / 5 + z2 * (1.0f / 7 + z2 * (1.0f / 9)))));
  return -(series + static_cast<float>(e) * 0.69314718f);
}

NvrMarcher::NvrMarcher(std::shared_ptr<const NvrVolume> volume, const Camera& camera, const ViewParams& view, const TrackingRule& rule, std::uint64_t frame,
                       std::shared_ptr<const PixelWalk> walk)
    : volume_(std::move(volume)), origin_(camera.origin()), pixels_(camera, view.width, view.height), width_(view.width), rule_(rule), frame_key_(mix64(mix64(rule.seed) + frame)), walk_(std::move(walk)) {}

bool NvrMarcher::begin(Pixel pixel, Ray& ray) const {
  ray = {};
  ray.direction = pixels_.direction(pixel.x, pixel.y);
  const BoxSpan span = cross_box(origin_, ray.direction, {0.0f, 0.0f, 0.0f}, {1.0f, 1.0f, 1.0f});
  ray.t = span.enter;
  ray.end = span.leave;
  const BoxSpan matter = cross_box(origin_, ray.direction, volume_->occupied_low(), volume_->occupied_high());
  ray.near = matter.enter;
  ray.far = matter.leave;
  ray.rng = Rng(mix64(frame_key_ + std::uint64_t{pixel.y} * width_ + pixel.x));
  return span.enter < span.leave;
}

Step NvrMarcher::next(Ray& ray) const {
  const Step step = fly(ray);
  if (step.found) absorb(ray, volume_->fraction_at(step.position));
  return step;
}

Step NvrMarcher::fly(Ray& ray) const {
  Step step;
  if (ray.opacity >= rule_.stop_opacity || ray.queries == rule_.max_queries) return step;
  for (;;) {
    ray.t += free_flight(ray.rng.unit()) * rule_.mean_free_path;
    if (!(ray.t < ray.end)) return step;
    ++step.probes;
    if (ray.t < ray.near || ray.t > ray.far) continue;
    for (std::size_t d = 0; d < 3; ++d) step.position[d] = std::clamp(origin_[d] + ray.t * ray.direction[d], 0.0f, 1.0f);
    if (!volume_->occupied(step.position)) continue;
    ++ray.queries;
    step.found = true;
    return step;
  }
}

std::string NvrSource::frame_name(std::uint64_t frame) const { return fmt::format("camera {}", cameras_.at(frame).number); }

std::vector<std::shared_ptr<const NvrMarcher>> NvrSource::marchers(std::uint64_t frame) const {
  const auto walk = std::make_shared<const PixelWalk>(view_.width, view_.height, view_.walk);
  std::vector<std::shared_ptr<const NvrMarcher>> eyes;
  for (const Camera& eye : eyes_of(cameras_.at(frame).camera, static_cast<float>(view_.eye_distance)))
    eyes.push_back(std::make_shared<const NvrMarcher>(volume_, eye, view_, rule_, 2 * frame + eyes.size(), walk));
  return eyes;
}

std::unique_ptr<stream::Frame> NvrSource::open_frame(std::uint64_t frame) const {
  std::vector<std::unique_ptr<stream::Frame>> eyes;
  for (const auto& marcher : marchers(frame)) {
    const auto make_group = [marcher](PixelSpan span) { return std::make_unique<SteppedGroup<NvrMarcher>>(marcher, span); };
    eyes.push_back(std::make_unique<PixelFrame<decltype(make_group)>>(marcher->walk().pixels(), make_group));
  }
  return std::make_unique<ChainedFrame>(std::move(eyes));
}

}  // namespace ngpcsim::workloads
