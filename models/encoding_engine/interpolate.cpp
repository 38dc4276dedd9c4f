#include "models/encoding_engine/interpolate.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "models/common/fp16_lanes.h"
#include "models/common/isa_clones.h"
#include "models/common/lane_vector.h"
#include "sim/base/error.h"

namespace ngpcsim::models {
namespace {

constexpr std::size_t kMaxFeatures = 8;

/// Parts of a row that hold a query.
[[gnu::always_inline]] inline std::size_t parts_of(std::size_t queries) { return (queries + 7) / 8; }

/// What is asked for of a coordinate's two vertices, of the lower and the upper one: its part of the index, and the factor of the weight.
struct AxisRows {
  alignas(32) std::array<std::array<std::uint32_t, kRowQueries>, 2> parts;
  std::array<ValueRow, 2> factors;
};

[[gnu::always_inline]] inline void locate_axis(float scale, std::uint32_t multiplier, const ValueRow& position, AxisRows& axis) {
  ValueRow place, lower;
  for (std::size_t i = 0; i < kRowQueries; ++i) place.lanes[i] = std::fma(scale, position.lanes[i], 0.5f);
  for (std::size_t i = 0; i < kRowQueries; ++i) lower.lanes[i] = std::floor(place.lanes[i]);
  // By way of 64 bits: negative and large coordinates wrap modulo 2^32.
  for (std::size_t i = 0; i < kRowQueries; ++i) axis.parts[0][i] = static_cast<std::uint32_t>(static_cast<std::int64_t>(lower.lanes[i])) * multiplier;
  for (std::size_t i = 0; i < kRowQueries; ++i) axis.parts[1][i] = axis.parts[0][i] + multiplier;
  for (std::size_t i = 0; i < kRowQueries; ++i) axis.factors[1].lanes[i] = place.lanes[i] - lower.lanes[i];
  for (std::size_t i = 0; i < kRowQueries; ++i) axis.factors[0].lanes[i] = 1.0f - axis.factors[1].lanes[i];
}

/// 3 x^2 - 2 x^3 as tiny-cuda-nn rounds it: x x (3 - 2 x) in fp32, each product and the difference by itself.
[[gnu::always_inline]] inline void smooth(AxisRows& axis) {
  for (std::size_t i = 0; i < kRowQueries; ++i) {
    const float x = axis.factors[1].lanes[i];
    const float doubled = 2.0f * x;  // exact
    const float rest = 3.0f - doubled;
    axis.factors[1].lanes[i] = x * x * rest;
  }
  for (std::size_t i = 0; i < kRowQueries; ++i) axis.factors[0].lanes[i] = 1.0f - axis.factors[1].lanes[i];
}

[[gnu::always_inline]] inline void load(Lanes8& part, const std::array<std::uint32_t, kRowQueries>& row, std::size_t n) {
  std::memcpy(&part, row.data() + 8 * n, sizeof part);
}

/// index mod entries. Dense levels go beyond the last entry only at the upper faces of the grid, so that a division is rare.
[[gnu::always_inline]] inline void wrap(Lanes8& index, std::uint32_t entries, bool power_of_two) {
  if (power_of_two) {
    index &= entries - 1;
    return;
  }
  const Bits8 beyond = reinterpret_cast<Bits8>(index >= entries);
  std::int32_t any = 0;
  for (std::size_t i = 0; i < 8; ++i) any |= beyond[i];
  if (any == 0) return;
  for (std::size_t i = 0; i < 8; ++i) index[i] %= entries;
}

template <std::size_t D>
[[gnu::always_inline]] inline void locate(const GridLevel& level, std::span<const ValueRow> positions, std::size_t queries, CornerRows& corners) {
  std::array<AxisRows, D> axes;
  for (std::size_t d = 0; d < D; ++d) locate_axis(level.scale, level.hashed ? kHashPrimes[d] : level.strides[d], positions[d], axes[d]);
  if (level.interpolation == Interpolation::kSmoothstep)
    for (AxisRows& axis : axes) smooth(axis);
  const bool power_of_two = std::has_single_bit(level.entries);
  // A corner's row of indices reaches into the place of the next, which is written later.
  std::array<std::uint32_t, CornerRows::kCapacity + kRowQueries> indices;
  for (std::size_t corner = 0; corner < kCorners<D>; ++corner) {
    for (std::size_t n = 0; n < parts_of(queries); ++n) {
      Lanes8 index, part;
      Floats8 weight, factor;
      load(index, axes[0].parts[corner & 1], n);
      load(weight, axes[0].factors[corner & 1], n);
      for (std::size_t d = 1; d < D; ++d) {
        load(part, axes[d].parts[corner >> d & 1], n);
        index = level.hashed ? index ^ part : index + part;
        load(factor, axes[d].factors[corner >> d & 1], n);
        weight *= factor;
      }
      wrap(index, level.entries, power_of_two);
      store(corners.weights[corner], n, weight);
      std::memcpy(indices.data() + corner * queries + 8 * n, &index, sizeof index);
    }
  }
  std::memcpy(corners.indices.data(), indices.data(), sizeof corners.indices);
}

/// One feature of all corners, a row for each.
using HalfRows = std::array<std::array<Fp16, kRowQueries>, kCorners<3>>;

/// Features by themselves; zeros in lanes without a query.
[[gnu::always_inline]] inline void split(std::span<const Fp16> features, std::size_t corners, std::size_t queries, std::size_t count,
                                         std::array<HalfRows, kMaxFeatures>& rows) {
  for (std::size_t corner = 0; corner < corners; ++corner)
    for (std::size_t q = 0; q < kRowQueries; ++q)
      for (std::size_t f = 0; f < count; ++f) rows[f][corner][q] = q < queries ? features[(corner * queries + q) * count + f] : Fp16{};
}

/// The same of two features and full rows, the shape of most networks: words of two are taken apart eight at a time.
[[gnu::always_inline]] inline void split_pairs(std::span<const Fp16> features, std::size_t corners, std::array<HalfRows, kMaxFeatures>& rows) {
  using Halves [[gnu::vector_size(16)]] = std::uint16_t;
  for (std::size_t corner = 0; corner < corners; ++corner) {
    for (std::size_t n = 0; n < ValueRow::kParts; ++n) {
      Lanes8 words;
      std::memcpy(&words, features.data() + 2 * (corner * kRowQueries + 8 * n), sizeof words);
      const Halves first = __builtin_convertvector(words, Halves), second = __builtin_convertvector(words >> 16, Halves);
      std::memcpy(static_cast<void*>(rows[0][corner].data() + 8 * n), &first, sizeof first);
      std::memcpy(static_cast<void*>(rows[1][corner].data() + 8 * n), &second, sizeof second);
    }
  }
}

}  // namespace

NGPCSIM_ISA_CLONES void locate_corners(const GridLevel& level, std::span<const ValueRow> positions, std::size_t queries, CornerRows& corners) {
  if (positions.size() == 2) locate<2>(level, positions, queries, corners);
  else locate<3>(level, positions, queries, corners);
}

NGPCSIM_ISA_CLONES void interpolate(std::span<const ValueRow> weights, std::span<const Fp16> features, std::size_t queries, std::span<ValueRow> out) {
  check(features.size() == weights.size() * queries * out.size() && weights.size() <= kCorners<3> && out.size() <= kMaxFeatures && queries <= kRowQueries,
        "{} corners of {} features, but {} values of {} queries", weights.size(), features.size(), out.size(), queries);
  std::array<HalfRows, kMaxFeatures> halves;
  if (out.size() == 2 && queries == kRowQueries) split_pairs(features, weights.size(), halves);
  else split(features, weights.size(), queries, out.size(), halves);
  // The sums of all features go side by side: each waits long for its own last step.
  std::array<std::array<Floats8, ValueRow::kParts>, kMaxFeatures> sums{};
  const std::size_t parts = parts_of(queries);
  for (std::size_t corner = 0; corner < weights.size(); ++corner) {
    for (std::size_t n = 0; n < parts; ++n) {
      Floats8 weight, feature;
      load(weight, weights[corner], n);
      round_to_fp16(weight);
      for (std::size_t f = 0; f < out.size(); ++f) {
        widen(feature, halves[f][corner].data() + 8 * n);
        fp16_fma(sums[f][n], weight, feature);
      }
    }
  }
  for (std::size_t f = 0; f < out.size(); ++f)
    for (std::size_t n = 0; n < parts; ++n) store(out[f], n, sums[f][n]);
}

void encode_level(const GridLevel& level, std::uint32_t level_number, const FeatureTable& table, std::span<const ValueRow> positions, std::size_t queries,
                  std::span<ValueRow> out) {
  check(out.size() == table.features() && out.size() <= kMaxFeatures, "{} places for {} features", out.size(), table.features());
  check(positions.size() == 2 || positions.size() == 3, "positions of {} dimensions", positions.size());
  check(queries >= 1 && queries <= kRowQueries, "{} queries in rows of {}", queries, kRowQueries);
  CornerRows corners;
  locate_corners(level, positions, queries, corners);
  const std::size_t count = corners_read(level.interpolation, static_cast<std::uint32_t>(positions.size()));
  if (level.interpolation == Interpolation::kNearest) std::fill_n(corners.weights[0].lanes.begin(), kRowQueries, 1.0f);
  std::array<Fp16, CornerRows::kCapacity * kMaxFeatures> features;
  const std::span<Fp16> used = std::span(features).first(count * queries * out.size());
  table.gather(level_number, std::span(corners.indices).first(count * queries), used);
  interpolate(std::span(corners.weights).first(count), used, queries, out);
}

template <std::size_t D>
void encode_level(const GridLevel& level, std::uint32_t level_number, const FeatureTable& table, const std::array<float, D>& position,
                  std::span<Fp16> out) {
  std::array<ValueRow, D> positions{};
  for (std::size_t d = 0; d < D; ++d) positions[d].lanes[0] = position[d];
  std::array<ValueRow, kMaxFeatures> rows;
  check(out.size() <= kMaxFeatures, "{} places for features", out.size());
  encode_level(level, level_number, table, positions, 1, std::span(rows).first(out.size()));
  for (std::size_t f = 0; f < out.size(); ++f) out[f] = to_fp16(static_cast<double>(rows[f].lanes[0]));
}

template void encode_level<2>(const GridLevel&, std::uint32_t, const FeatureTable&, const std::array<float, 2>&, std::span<Fp16>);
template void encode_level<3>(const GridLevel&, std::uint32_t, const FeatureTable&, const std::array<float, 3>&, std::span<Fp16>);

}  // namespace ngpcsim::models
