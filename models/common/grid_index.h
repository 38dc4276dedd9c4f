#pragma once
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "models/common/grid_levels.h"

/// The address arithmetic of a grid look-up, one query at a time: the reference for values and for tests, after tiny-cuda-nn. D is 2 or 3.
namespace ngpcsim::models {

template <std::size_t D>
inline constexpr std::size_t kCorners = std::size_t{1} << D;

/// Where a position falls in a level: the lower corner of its cell and the place inside it, in [0, 1).
template <std::size_t D>
struct GridCell {
  std::array<std::uint32_t, D> lower;
  std::array<float, D> fraction;
};

/// fma(scale, x, 0.5) in fp32, floor, fraction. The half cell shifts levels against each other; at x = 1 the upper corner lies one past the
/// last vertex and wraps in the index. Negative and large coordinates wrap modulo 2^32. |scale x x| must stay below 2^62 (NaN is excluded).
template <std::size_t D>
[[nodiscard]] inline GridCell<D> locate(const GridLevel& level, const std::array<float, D>& position) {
  GridCell<D> cell;
  for (std::size_t d = 0; d < D; ++d) {
    const float place = std::fma(level.scale, position[d], 0.5f);
    const float lower = std::floor(place);
    cell.lower[d] = static_cast<std::uint32_t>(static_cast<std::int64_t>(lower));
    cell.fraction[d] = place - lower;
  }
  return cell;
}

/// Bit d of `corner` selects the upper neighbour along dimension d.
template <std::size_t D>
[[nodiscard]] constexpr std::array<std::uint32_t, D> corner_vertex(const GridCell<D>& cell, std::size_t corner) {
  std::array<std::uint32_t, D> vertex;
  for (std::size_t d = 0; d < D; ++d) vertex[d] = cell.lower[d] + static_cast<std::uint32_t>((corner >> d) & 1u);
  return vertex;
}

/// What the spatial hash multiplies coordinates with: the primes of tiny-cuda-nn ("coherent": the first is 1).
inline constexpr std::array<std::uint32_t, 3> kHashPrimes{1u, 2654435761u, 805459861u};

/// The spatial hash of Teschner et al. 2003, modulo 2^32.
template <std::size_t D>
[[nodiscard]] constexpr std::uint32_t spatial_hash(const std::array<std::uint32_t, D>& vertex) {
  std::uint32_t hash = 0;
  for (std::size_t d = 0; d < D; ++d) hash ^= vertex[d] * kHashPrimes[d];
  return hash;
}

/// Index of a vertex in its level's table, in [0, entries). Dense and tiled levels sum coordinate x stride modulo 2^32.
template <std::size_t D>
[[nodiscard]] constexpr std::uint32_t vertex_index(const GridLevel& level, const std::array<std::uint32_t, D>& vertex) {
  if (level.hashed) return spatial_hash(vertex) % level.entries;
  std::uint32_t index = 0;
  for (std::size_t d = 0; d < D; ++d) index += vertex[d] * level.strides[d];
  return index % level.entries;
}

/// D-linear weight of a corner: fp32 product over x, y, z in that order, from 1.
template <std::size_t D>
[[nodiscard]] constexpr float corner_weight(const GridCell<D>& cell, std::size_t corner) {
  float weight = 1.0f;
  for (std::size_t d = 0; d < D; ++d) weight *= ((corner >> d) & 1u) != 0 ? cell.fraction[d] : 1.0f - cell.fraction[d];
  return weight;
}

}  // namespace ngpcsim::models
