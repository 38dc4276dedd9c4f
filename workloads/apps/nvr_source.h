#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/base/rng.h"
#include "workloads/apps/nvr_volume.h"
#include "workloads/apps/stepped_group.h"
#include "workloads/apps/view_params.h"
#include "workloads/stream/query_stream.h"

namespace ngpcsim::workloads {

/// How rays are tracked through a volume.
struct TrackingRule {
  float mean_free_path = 0.01f;    ///< at the largest density, in cube sides
  float stop_opacity = 0.99f;
  std::uint32_t max_queries = 64;  ///< of a ray
  std::uint32_t compaction_rounds = 4;
  std::uint64_t seed = 0;
};

/// -ln(1 - u) for 0 <= u < 1: 2 atanh of the mantissa as a series, in fp32, with an absolute error below 1e-6 (1 + the result).
[[nodiscard]] float free_flight(float u);

/// Delta tracking after instant-ngp (testbed_volume.cu): from where the ray enters the unit cube it flies -ln(1 - u) mean free paths at a time, u from a generator
/// of its own; a place that the bit grid says is empty is passed by, any other is a query. Its opacity, density over majorant of what is left, is added up, by
/// the volume's own densities as the network's are not known; the ray ends at stop_opacity, behind the cube, and after max_queries. For SteppedGroup.
class NvrMarcher {
 public:
  NvrMarcher(std::shared_ptr<const NvrVolume> volume, const Camera& camera, const ViewParams& view, const TrackingRule& rule, std::uint64_t frame,
             std::shared_ptr<const PixelWalk> walk);

  struct Ray {
    Vec3 direction{};
    float t = 0.0f, end = 0.0f;
    float near = 0.0f, far = 0.0f;  ///< outside them every place is empty
    float opacity = 0.0f;
    std::uint32_t queries = 0;
    Rng rng{0};
  };
  [[nodiscard]] bool begin(Pixel pixel, Ray& ray) const;
  [[nodiscard]] Step next(Ray& ray) const;

  /// The parts of next(), for those who know what the network says: flights to the next place that is not empty, a query unless the ray has ended; and the
  /// density there, over the majorant.
  [[nodiscard]] Step fly(Ray& ray) const;
  static void absorb(Ray& ray, float fraction) { ray.opacity += (1.0f - ray.opacity) * fraction; }

  [[nodiscard]] CompactionSchedule compaction() const { return {rule_.compaction_rounds, false}; }
  [[nodiscard]] const PixelWalk& walk() const { return *walk_; }

 private:
  std::shared_ptr<const NvrVolume> volume_;
  Vec3 origin_;
  PixelRays pixels_;
  std::uint32_t width_;
  TrackingRule rule_;
  std::uint64_t frame_key_;
  std::shared_ptr<const PixelWalk> walk_;
};

/// One frame a camera.
class NvrSource final : public stream::QuerySource {
 public:
  NvrSource(std::shared_ptr<const NvrVolume> volume, std::vector<ChosenCamera> cameras, ViewParams view, const TrackingRule& rule)
      : volume_(std::move(volume)), cameras_(std::move(cameras)), view_(std::move(view)), rule_(rule) {}

  [[nodiscard]] std::uint64_t frames() const override { return cameras_.size(); }
  [[nodiscard]] std::string frame_name(std::uint64_t frame) const override;
  [[nodiscard]] std::unique_ptr<stream::Frame> open_frame(std::uint64_t frame) const override;
  /// Of each eye.
  [[nodiscard]] std::vector<std::shared_ptr<const NvrMarcher>> marchers(std::uint64_t frame) const;

 private:
  std::shared_ptr<const NvrVolume> volume_;
  std::vector<ChosenCamera> cameras_;
  ViewParams view_;
  TrackingRule rule_;
};

}  // namespace ngpcsim::workloads
