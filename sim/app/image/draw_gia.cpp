#include <array>
#include <vector>

#include "sim/app/image/draw.h"
#include "sim/app/image/pixel_blocks.h"
#include "workloads/apps/gia_source.h"

namespace ngpcsim::app {

/// A pixel has the network's colour; beside the picture it is black.
std::optional<FloatPicture> draw_gia(const workloads::GiaParams& params, const workloads::PathContext& context, std::uint64_t frame, const ValueField& field, const DrawProgress& progress) {
  workloads::GiaParams rows = params;
  rows.walk = {};
  const workloads::GiaMarcher marcher = workloads::make_gia_source(rows, context)->marcher(frame);
  std::vector<std::array<float, 3>> positions;
  std::vector<float> values;
  const auto block = [&](std::uint64_t first, std::span<std::array<float, 3>> colors) {
    const auto rays = begin_rays(marcher, first, colors.size());
    positions.clear();
    for (const auto& ray : rays) positions.push_back({ray.state.u, ray.state.v, 0.0f});
    field.evaluate(positions, {}, values);
    for (std::size_t i = 0; i < rays.size(); ++i)
      for (std::size_t c = 0; c < 3; ++c) colors[rays[i].pixel][c] = values[i * field.outputs() + c];
  };
  return draw_blocks(params.width, params.height, block, progress);
}

}  // namespace ngpcsim::app
