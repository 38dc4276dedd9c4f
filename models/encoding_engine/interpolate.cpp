#include "models/encoding_engine/interpolate.h"

#include <algorithm>

#include "sim/base/error.h"

namespace ngpcsim::models {

void interpolate(std::span<const float> weights, std::span<const Fp16> features, std::span<Fp16> out) {
  check(features.size() == weights.size() * out.size(), "{} corners of {} features, but {} values", weights.size(), out.size(), features.size());
  std::fill(out.begin(), out.end(), Fp16{});
  for (std::size_t corner = 0; corner < weights.size(); ++corner) {
    const Fp16 weight = to_fp16(static_cast<double>(weights[corner]));
    for (std::size_t f = 0; f < out.size(); ++f) out[f] = fp16_fma(weight, features[corner * out.size() + f], out[f]);
  }
}

template <std::size_t D>
void encode_level(const GridLevel& level, std::uint32_t level_number, const FeatureTable& table, const std::array<float, D>& position,
                  std::span<Fp16> out) {
  constexpr std::size_t kMaxFeatures = 8;
  check(out.size() == table.features() && out.size() <= kMaxFeatures, "{} places for {} features", out.size(), table.features());
  const GridCell<D> cell = locate(level, position);
  std::array<std::uint32_t, kCorners<D>> indices;
  std::array<float, kCorners<D>> weights;
  for (std::size_t corner = 0; corner < kCorners<D>; ++corner) {
    indices[corner] = vertex_index(level, corner_vertex(cell, corner));
    weights[corner] = corner_weight(cell, corner);
  }
  std::array<Fp16, kCorners<D> * kMaxFeatures> features;
  const std::span<Fp16> used = std::span(features).first(kCorners<D> * out.size());
  table.gather(level_number, indices, used);
  interpolate(weights, used, out);
}

template void encode_level<2>(const GridLevel&, std::uint32_t, const FeatureTable&, const std::array<float, 2>&, std::span<Fp16>);
template void encode_level<3>(const GridLevel&, std::uint32_t, const FeatureTable&, const std::array<float, 3>&, std::span<Fp16>);

}  // namespace ngpcsim::models
