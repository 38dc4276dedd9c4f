#pragma once
#include <array>
#include <cstdint>
#include <span>

#include "models/common/fp16.h"
#include "models/common/grid_index.h"
#include "models/common/table_values.h"
#include "models/common/value_row.h"

/// Values of the encoding engine (docs/timing.md, section 5), after the kernel of tiny-cuda-nn.
namespace ngpcsim::models {

/// Look-ups of up to kRowQueries queries in one level: for each corner the indices of all queries, then those of the next corner; and the corners' weights in
/// fp32. Bit for bit what grid_index.h gives for each query.
struct CornerRows {
  static constexpr std::size_t kCapacity = kCorners<3> * kRowQueries;
  std::array<std::uint32_t, kCapacity> indices;
  std::array<ValueRow, kCorners<3>> weights;
};
/// `positions`: a row for each of 2 or 3 dimensions. Of the lanes from `queries` on no index is given.
void locate_corners(const GridLevel& level, std::span<const ValueRow> positions, std::size_t queries, CornerRows& corners);

/// out[f] = sum over the corners of weight x feature: the weight is rounded to fp16, then acc = fma(weight, feature, acc) in fp16 with one
/// rounding each, corners in order, from +0. `features[(c * queries + q) * F + f]` with F = out.size(), one row of weights a corner.
void interpolate(std::span<const ValueRow> weights, std::span<const Fp16> features, std::size_t queries, std::span<ValueRow> out);

/// Features of `queries` queries at one level: `out` has table.features() rows, whose lanes from `queries` on are of no meaning. `level_number` names the
/// level's table.
void encode_level(const GridLevel& level, std::uint32_t level_number, const FeatureTable& table, std::span<const ValueRow> positions, std::size_t queries,
                  std::span<ValueRow> out);

/// The same of one query: `out` has table.features() places.
template <std::size_t D>
void encode_level(const GridLevel& level, std::uint32_t level_number, const FeatureTable& table, const std::array<float, D>& position,
                  std::span<Fp16> out);

}  // namespace ngpcsim::models
