#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "sim/app/image/draw.h"
#include "sim/app/image/pixel_blocks.h"
#include "workloads/apps/nsdf_source.h"
#include "workloads/scenes/painted_field.h"

namespace ngpcsim::app {
namespace {

using Color = std::array<float, 3>;
using workloads::SphereTracer;
using workloads::Vec3;

constexpr float kDifference = 4e-3f;  // of places, for a normal: a distance in fp16 has some 1e-5 of noise
constexpr Color kClay{0.62f, 0.5f, 0.42f}, kZenith{0.25f, 0.42f, 0.7f}, kHorizon{0.85f, 0.88f, 0.92f};

Color sky(const Vec3& direction) {
  const float up = std::clamp(0.5f + direction[1], 0.0f, 1.0f);
  Color color;
  for (std::size_t c = 0; c < 3; ++c) color[c] = kHorizon[c] + up * (kZenith[c] - kHorizon[c]);
  return color;
}

/// Clay under a sun and a sky.
Color shade(const Vec3& slope) {
  const float size = std::sqrt(slope[0] * slope[0] + slope[1] * slope[1] + slope[2] * slope[2]);
  const float scale = size > 0.0f ? 1.0f / size : 0.0f;
  constexpr Vec3 kTowardsSun{static_cast<float>(workloads::kSun.x), static_cast<float>(workloads::kSun.y), static_cast<float>(workloads::kSun.z)};
  const float sun = std::max((slope[0] * kTowardsSun[0] + slope[1] * kTowardsSun[1] + slope[2] * kTowardsSun[2]) * scale, 0.0f);
  const float light = 0.12f + 0.75f * sun + 0.25f * (0.5f + 0.5f * slope[1] * scale);
  Color color;
  for (std::size_t c = 0; c < 3; ++c) color[c] = kClay[c] * light;
  return color;
}

class SphereDrawing {
 public:
  using Rays = std::vector<BlockRay<SphereTracer::Ray>>;

  SphereDrawing(SphereTracer tracer, const ValueField& field) : tracer_(std::move(tracer)), field_(field) {}

  [[nodiscard]] Rays begin(std::uint64_t first, std::size_t count) const { return begin_rays(tracer_, first, count); }

  /// Steps all rays to their ends; those that hit come back.
  [[nodiscard]] Rays trace(Rays rays) {
    Rays hits;
    while (!rays.empty()) {
      std::size_t living = 0;
      for (auto& ray : rays) {
        if (tracer_.has_hit(ray.state)) hits.push_back(ray);
        else if (tracer_.advance(ray.state)) rays[living++] = ray;
      }
      rays.resize(living);
      measure(rays);
    }
    return hits;
  }

  /// By central differences of the distance.
  void shade_hits(const Rays& hits, std::span<Color> colors) {
    std::array<std::vector<float>, 6> distances;
    for (std::size_t side = 0; side < 6; ++side) {
      positions_.clear();
      for (const auto& hit : hits) {
        std::array<float, 3> place = hit.state.position;
        place[side / 2] = std::clamp(place[side / 2] + (side % 2 == 0 ? kDifference : -kDifference), 0.0f, 1.0f);
        positions_.push_back(place);
      }
      field_.evaluate(positions_, {}, distances[side]);
    }
    const std::size_t outputs = field_.outputs();
    for (std::size_t i = 0; i < hits.size(); ++i)
      colors[hits[i].pixel] = shade({distances[0][i * outputs] - distances[1][i * outputs], distances[2][i * outputs] - distances[3][i * outputs], distances[4][i * outputs] - distances[5][i * outputs]});
  }

 private:
  void measure(Rays& rays) {
    positions_.clear();
    for (const auto& ray : rays) positions_.push_back(ray.state.position);
    field_.evaluate(positions_, {}, values_);
    for (std::size_t i = 0; i < rays.size(); ++i) rays[i].state.distance = values_[i * field_.outputs()];
  }

  SphereTracer tracer_;
  const ValueField& field_;
  std::vector<std::array<float, 3>> positions_;
  std::vector<float> values_;
};

}  // namespace

std::optional<FloatPicture> draw_nsdf(const workloads::NsdfParams& params, const workloads::PathContext& context, std::uint64_t frame, const ValueField& field, const DrawProgress& progress) {
  workloads::NsdfParams rows = params;
  rows.view.walk = {};
  rows.view.eye_distance = 0.0;
  std::vector<std::string> notes;  // the run has said them
  const std::unique_ptr<workloads::NsdfSource> source = workloads::make_nsdf_source(rows, context, notes);
  const workloads::PixelRays pixels(source->cameras().at(frame).camera, params.view.width, params.view.height);
  SphereDrawing drawing(source->tracers(frame).front(), field);
  const auto block = [&](std::uint64_t first, std::span<Color> colors) {
    for (std::size_t i = 0; i < colors.size(); ++i) {
      const std::uint64_t pixel = first + i;
      colors[i] = sky(pixels.direction(static_cast<std::uint32_t>(pixel % params.view.width), static_cast<std::uint32_t>(pixel / params.view.width)));
    }
    drawing.shade_hits(drawing.trace(drawing.begin(first, colors.size())), colors);
  };
  return draw_blocks(params.view.width, params.view.height, block, progress);
}

}  // namespace ngpcsim::app
