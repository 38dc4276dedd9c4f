#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "workloads/apps/box_crossing.h"
#include "workloads/apps/pixel_frame.h"
#include "workloads/apps/stepped_group.h"
#include "workloads/apps/view_params.h"
#include "workloads/import/mesh_distance.h"
#include "workloads/scenes/demo_solid.h"
#include "workloads/stream/query_stream.h"

namespace ngpcsim::workloads {

/// How a ray is traced by spheres.
struct SphereRule {
  float step_fraction = 0.95f;    ///< of the distance, that a step goes
  float stop_distance = 3e-4f;    ///< the ray has hit where the distance is not more
  std::uint32_t max_steps = 10000;
  std::uint32_t compaction_rounds = 4;
};

/// The built-in solid.
struct SolidField {
  [[nodiscard]] MeshBounds bounds() const {
    const auto f = [](const Point& p) { return Vec3{static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)}; };
    return {f(kAutomatonLow), f(kAutomatonHigh)};
  }
  [[nodiscard]] float distance(const Vec3& p, float /*at_most*/) const {
    return static_cast<float>(automaton_distance({static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2])}));
  }
};

/// A mesh in the unit cube. Its distances have no sign: steps are shorter than they are, so that a ray from outside never gets inside.
class MeshField {
 public:
  MeshField(Mesh mesh, const MeshBounds& bounds) : distance_(std::make_shared<const MeshDistance>(std::move(mesh))), bounds_(bounds) {}

  [[nodiscard]] const MeshBounds& bounds() const { return bounds_; }
  [[nodiscard]] float distance(const Vec3& p, float at_most) const { return (*distance_)(p, at_most); }

 private:
  std::shared_ptr<const MeshDistance> distance_;
  MeshBounds bounds_;
};

/// Rays that go as far at a time as a distance allows, after instant-ngp (testbed_sdf.cu): each begins where it enters the box of the solid, and ends where it has
/// hit, leaves the box, or after max_steps. Where the distances come from is left to others.
class SphereTracer {
 public:
  SphereTracer(const MeshBounds& bounds, const Camera& camera, const ViewParams& view, const SphereRule& rule, std::shared_ptr<const PixelWalk> walk)
      : bounds_(bounds), origin_(camera.origin()), pixels_(camera, view.width, view.height), rule_(rule), walk_(std::move(walk)) {}

  struct Ray {
    Vec3 direction{}, position{};
    float distance = 0.0f;  ///< at the last query
    std::uint32_t steps = 0;
  };
  [[nodiscard]] bool begin(Pixel pixel, Ray& ray) const {
    ray = {};
    ray.direction = pixels_.direction(pixel.x, pixel.y);
    const BoxSpan span = cross_box(origin_, ray.direction, bounds_.low, bounds_.high);
    for (std::size_t d = 0; d < 3; ++d) ray.position[d] = std::clamp(origin_[d] + span.enter * ray.direction[d], bounds_.low[d], bounds_.high[d]);
    return span.enter < span.leave;
  }
  [[nodiscard]] bool has_hit(const Ray& ray) const { return ray.steps > 0 && ray.distance <= rule_.stop_distance; }
  /// How far the ray goes from the place of its last query.
  [[nodiscard]] float step_length(const Ray& ray) const { return rule_.step_fraction * ray.distance; }
  /// To the place of the next query, whose distance the caller puts into the ray; false where there is none.
  [[nodiscard]] bool advance(Ray& ray) const {
    if (ray.steps > 0) {
      if (has_hit(ray) || ray.steps == rule_.max_steps) return false;
      const float length = step_length(ray);
      for (std::size_t d = 0; d < 3; ++d) ray.position[d] += length * ray.direction[d];
      for (std::size_t d = 0; d < 3; ++d)
        if (ray.position[d] < bounds_.low[d] || ray.position[d] > bounds_.high[d]) return false;
    }
    ++ray.steps;
    return true;
  }
  [[nodiscard]] CompactionSchedule compaction() const { return {rule_.compaction_rounds, true}; }
  [[nodiscard]] const PixelWalk& walk() const { return *walk_; }

 private:
  MeshBounds bounds_;
  Vec3 origin_;
  PixelRays pixels_;
  SphereRule rule_;
  std::shared_ptr<const PixelWalk> walk_;
};

/// Sphere tracing of which each place is a query; the distance there, the solid's own as the network's is not known, says how far the next one is. For SteppedGroup.
template <class Field>
class NsdfMarcher : public SphereTracer {
 public:
  NsdfMarcher(Field field, SphereTracer tracer) : SphereTracer(std::move(tracer)), field_(std::move(field)) {}

  [[nodiscard]] Step next(Ray& ray) const {
    Step step;
    const float at_most = ray.steps == 0 ? std::numeric_limits<float>::infinity() : (ray.distance + step_length(ray)) * kSlack;
    if (!advance(ray)) return step;
    ray.distance = field_.distance(ray.position, at_most);
    step.found = true;
    step.position = ray.position;
    return step;
  }

 private:
  static constexpr float kSlack = 1.001f;  // a distance grows by no more than the way; roundings do not matter

  Field field_;
};

/// One frame a camera.
class NsdfSource : public stream::QuerySource {
 public:
  NsdfSource(std::vector<ChosenCamera> cameras, ViewParams view, const SphereRule& rule) : cameras_(std::move(cameras)), view_(std::move(view)), rule_(rule) {}

  [[nodiscard]] std::uint64_t frames() const override { return cameras_.size(); }
  [[nodiscard]] std::string frame_name(std::uint64_t frame) const override { return fmt::format("camera {}", cameras_.at(frame).number); }
  [[nodiscard]] virtual MeshBounds bounds() const = 0;
  [[nodiscard]] const std::vector<ChosenCamera>& cameras() const { return cameras_; }
  /// Of each eye.
  [[nodiscard]] std::vector<SphereTracer> tracers(std::uint64_t frame) const {
    const auto walk = std::make_shared<const PixelWalk>(view_.width, view_.height, view_.walk);
    std::vector<SphereTracer> eyes;
    for (const Camera& eye : eyes_of(cameras_.at(frame).camera, static_cast<float>(view_.eye_distance))) eyes.emplace_back(bounds(), eye, view_, rule_, walk);
    return eyes;
  }

 private:
  std::vector<ChosenCamera> cameras_;
  ViewParams view_;
  SphereRule rule_;
};

template <class Field>
class NsdfSourceOf final : public NsdfSource {
 public:
  NsdfSourceOf(Field field, std::vector<ChosenCamera> cameras, ViewParams view, const SphereRule& rule) : NsdfSource(std::move(cameras), std::move(view), rule), field_(std::move(field)) {}

  [[nodiscard]] MeshBounds bounds() const override { return field_.bounds(); }
  [[nodiscard]] std::unique_ptr<stream::Frame> open_frame(std::uint64_t frame) const override {
    std::vector<std::unique_ptr<stream::Frame>> eyes;
    for (const SphereTracer& tracer : tracers(frame)) {
      const auto make_group = [marcher = std::make_shared<const NsdfMarcher<Field>>(field_, tracer)](PixelSpan span) { return std::make_unique<SteppedGroup<NsdfMarcher<Field>>>(marcher, span); };
      eyes.push_back(std::make_unique<PixelFrame<decltype(make_group)>>(tracer.walk().pixels(), make_group));
    }
    return std::make_unique<ChainedFrame>(std::move(eyes));
  }

 private:
  Field field_;
};

}  // namespace ngpcsim::workloads
