#pragma once
#include <array>
#include <cstdint>
#include <span>

#include "models/common/fp16.h"
#include "models/common/grid_index.h"
#include "models/common/table_values.h"

/// Values of the encoding engine (docs/timing.md, section 5), after the kernel of tiny-cuda-nn.
namespace ngpcsim::models {

/// out[f] = sum over the corners of weight x feature: the weight is rounded to fp16, then acc = fma(weight, feature, acc) in fp16 with one
/// rounding each, corners in order, from +0. `features[c * F + f]` with F = out.size(), one weight a corner.
void interpolate(std::span<const float> weights, std::span<const Fp16> features, std::span<Fp16> out);

/// Features of one query at one level: `out` has table.features() places. `level_number` names the level's table.
template <std::size_t D>
void encode_level(const GridLevel& level, std::uint32_t level_number, const FeatureTable& table, const std::array<float, D>& position,
                  std::span<Fp16> out);

}  // namespace ngpcsim::models
