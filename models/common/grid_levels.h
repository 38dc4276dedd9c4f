#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "models/common/network_spec.h"
#include "sim/base/error.h"

/// Sizes and scales of the levels of a multi-resolution grid, after tiny-cuda-nn (encodings/grid.h) and, for the growth factor, instant-ngp.
namespace ngpcsim::models {

struct GridLevel {
  float scale = 0.0f;             ///< b^level x base_resolution - 1: what a position is multiplied by
  std::uint32_t resolution = 1;   ///< ceil(scale) + 1, vertices per axis, at most 2^31 - 1
  std::uint32_t entries = 8;      ///< of the table, at most 2^31
  bool hashed = false;            ///< by the spatial hash; otherwise the sum of coordinate x stride
  std::array<std::uint32_t, 3> strides{1, 0, 0};  ///< entries per step along x, y, z, in 32 bits with wrap; 0 beyond `dims`
  std::uint64_t offset = 0;       ///< entries of all levels before this one
  Interpolation interpolation = Interpolation::kLinear;
  /// The scale lies so close to an integer, without being one by construction, that another machine's exp2 may give a resolution that differs by one.
  bool resolution_is_marginal = false;
};

/// Corners that a look-up reads.
[[nodiscard]] constexpr std::uint32_t corners_read(Interpolation interpolation, std::uint32_t dims) {
  return interpolation == Interpolation::kNearest ? 1 : 1u << dims;
}

/// b: `per_level_scale`, or where it is 0 as instant-ngp derives it, in fp32: exp(log(finest_resolution x aabb_scale / base_resolution) / (levels - 1)).
/// A single level needs no growth: 1.
[[nodiscard]] float growth_factor(const EncodingParams& encoding, std::uint32_t aabb_scale);

/// All levels. Scales are exp2(level x log2(b)) x base_resolution - 1, every operation rounded to fp32, exp2 and log2 those of
/// portable_exp.h, so that no C library decides a resolution.
/// Throws InputError, located at `at`, for dims outside 2..3, levels outside 1..32, features other than 1, 2, 4, 8, a table of more than
/// 2^30 entries, a growth that is not finite and positive, and a resolution that does not fit.
[[nodiscard]] std::vector<GridLevel> make_grid_levels(const EncodingParams& encoding, std::uint32_t aabb_scale, const InputLocation& at);

/// The same with the scales given, one a level (as a resolved configuration or another program printed them); `per_level_scale` is not read.
[[nodiscard]] std::vector<GridLevel> make_grid_levels(const EncodingParams& encoding, std::span<const float> scales, const InputLocation& at);

/// Entries of all levels together; times `features` it is the number of parameters.
[[nodiscard]] std::uint64_t total_entries(std::span<const GridLevel> levels);

}  // namespace ngpcsim::models
