#include <algorithm>
#include <array>
#include <vector>

#include "sim/app/image/draw.h"
#include "sim/app/image/pixel_blocks.h"
#include "workloads/apps/nvr_source.h"

namespace ngpcsim::app {
namespace {

using Color = std::array<float, 3>;
using workloads::NvrMarcher;

constexpr Color kSky{0.3f, 0.47f, 0.75f};

/// One round of all living rays: a flight, a query, and what the network says of the place (red, green, blue, density over majorant). Rays that have ended leave.
class FlightDrawing {
 public:
  using Rays = std::vector<BlockRay<NvrMarcher::Ray>>;

  FlightDrawing(const NvrMarcher& marcher, const ValueField& field) : marcher_(marcher), field_(field) {}

  void fly_to_the_end(Rays rays, std::span<Color> colors) {
    std::fill(colors.begin(), colors.end(), Color{});
    std::vector<float> clear(colors.size(), 1.0f);  // share of the light behind that comes through
    while (!rays.empty()) {
      fly(rays);
      field_.evaluate(positions_, {}, values_);
      for (std::size_t i = 0; i < rays.size(); ++i) {
        const float* const values = values_.data() + i * field_.outputs();
        const float fraction = std::clamp(values[3], 0.0f, 1.0f);
        for (std::size_t c = 0; c < 3; ++c) colors[rays[i].pixel][c] += clear[rays[i].pixel] * fraction * std::max(values[c], 0.0f);
        NvrMarcher::absorb(rays[i].state, fraction);
        clear[rays[i].pixel] = 1.0f - rays[i].state.opacity;
      }
    }
    for (std::size_t i = 0; i < colors.size(); ++i)
      for (std::size_t c = 0; c < 3; ++c) colors[i][c] += clear[i] * kSky[c];
  }

 private:
  void fly(Rays& rays) {
    positions_.clear();
    std::size_t living = 0;
    for (auto& ray : rays) {
      const workloads::Step step = marcher_.fly(ray.state);
      if (!step.found) continue;
      positions_.push_back(step.position);
      rays[living++] = ray;
    }
    rays.resize(living);
  }

  const NvrMarcher& marcher_;
  const ValueField& field_;
  std::vector<std::array<float, 3>> positions_;
  std::vector<float> values_;
};

}  // namespace

std::optional<FloatPicture> draw_nvr(const workloads::NvrParams& params, const workloads::PathContext& context, std::uint64_t frame, const ValueField& field, const DrawProgress& progress) {
  workloads::NvrParams rows = params;
  rows.view.walk = {};
  rows.view.eye_distance = 0.0;
  const std::shared_ptr<const NvrMarcher> marcher = workloads::make_nvr_source(rows, context)->marchers(frame).front();
  FlightDrawing drawing(*marcher, field);
  const auto block = [&](std::uint64_t first, std::span<Color> colors) { drawing.fly_to_the_end(begin_rays(*marcher, first, colors.size()), colors); };
  return draw_blocks(params.view.width, params.view.height, block, progress);
}

}  // namespace ngpcsim::app
