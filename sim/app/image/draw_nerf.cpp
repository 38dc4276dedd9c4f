#include <cmath>
#include <vector>

#include "sim/app/image/draw.h"
#include "sim/app/image/pixel_blocks.h"
#include "workloads/apps/march_rule.h"
#include "workloads/apps/nerf_source.h"
#include "workloads/import/portable_math.h"

namespace ngpcsim::app {
namespace {

constexpr std::uint32_t kStepsPerRound = 8;
constexpr float kOpaque = 1e-4f;  // transmittance from which a ray is not looked at any more (instant-ngp, tests)
constexpr float kBackground = 1.0f;

struct Ray {
  std::array<float, 3> color{};
  float transmittance = 1.0f;
};

float exponential(float x) { return static_cast<float>(workloads::portable_exp(static_cast<double>(std::min(std::max(x, -60.0f), 60.0f)))); }

/// instant-ngp: density exp, colour logistic, opacity 1 - exp(-density x step).
void composite(const float* values, float step, Ray& ray) {
  const float density = exponential(std::min(values[3], 11.0f));
  const float opacity = 1.0f - exponential(-density * step);
  for (std::size_t c = 0; c < 3; ++c) ray.color[c] += ray.transmittance * opacity / (1.0f + exponential(-values[c]));
  ray.transmittance *= 1.0f - opacity;
}

class RadianceDrawing {
 public:
  RadianceDrawing(const workloads::NerfScene& scene, const workloads::Vec3& eye, const ValueField& field) : scene_(scene), eye_(eye), field_(field) {}

  void group(stream::RayGroup& group, std::vector<Ray>& rays) {
    rays.assign(group.rays(), {});
    for (;;) {
      round_.clear();
      if (group.next_round(kStepsPerRound, round_).queries == 0) return;
      if (!evaluate(group.directions(), rays)) return;
    }
  }

 private:
  /// False where no ray of the round is of interest.
  bool evaluate(const stream::Directions& directions, std::vector<Ray>& rays) {
    positions_.clear();
    directions_.clear();
    ray_.clear();
    for (std::size_t i = 0; i < round_.size(); ++i) {
      const std::uint32_t ray = round_.ray[i];
      if (rays[ray].transmittance < kOpaque) continue;
      positions_.push_back({round_.x[i], round_.y[i], round_.z[i]});
      directions_.push_back({directions.x[ray], directions.y[ray], directions.z[ray]});
      ray_.push_back(ray);
    }
    if (ray_.empty()) return false;
    field_.evaluate(positions_, directions_, values_);
    for (std::size_t i = 0; i < ray_.size(); ++i) composite(values_.data() + i * field_.outputs(), step_at(positions_[i]), rays[ray_[i]]);
    return true;
  }

  [[nodiscard]] float step_at(const std::array<float, 3>& query) const {
    float square = 0.0f;
    for (std::size_t d = 0; d < 3; ++d) {
      const float away = query[d] * static_cast<float>(scene_.aabb_scale) + scene_.rule.low - eye_[d];
      square += away * away;
    }
    return workloads::step_length(scene_.rule.cone, std::sqrt(square));
  }

  const workloads::NerfScene& scene_;
  workloads::Vec3 eye_;
  const ValueField& field_;
  stream::Queries round_;
  std::vector<std::array<float, 3>> positions_, directions_;
  std::vector<std::uint32_t> ray_;
  std::vector<float> values_;
};

}  // namespace

std::optional<FloatPicture> draw_nerf(const workloads::NerfParams& params, const workloads::PathContext& context, const workloads::Snapshot* trained, std::uint64_t frame, const ValueField& field, const DrawProgress& progress) {
  workloads::NerfParams rows = params;
  rows.walk = {};
  rows.min_transmittance = 0.0;
  rows.eye_distance = 0.0;
  const std::unique_ptr<workloads::NerfSource> source = workloads::make_nerf_source(rows, context, trained);
  FloatPicture picture(params.width, params.height);
  RadianceDrawing drawing(source->scene(), source->scene().cameras[source->picture().cameras.at(frame)].origin(), field);
  const std::unique_ptr<stream::Frame> pixels = source->open_frame(frame);
  std::vector<Ray> rays;
  std::size_t at = 0;
  while (const std::unique_ptr<stream::RayGroup> group = pixels->next_group(kBlockRays)) {
    drawing.group(*group, rays);
    for (const Ray& ray : rays) {
      for (std::size_t c = 0; c < 3; ++c) picture.pixels[at][c] = ray.color[c] + ray.transmittance * kBackground;
      ++at;
    }
    if (!progress(static_cast<double>(at) / static_cast<double>(picture.pixels.size()))) return std::nullopt;
  }
  return picture;
}

}  // namespace ngpcsim::app
