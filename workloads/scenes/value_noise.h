#pragma once
#include <array>
#include <cmath>
#include <cstdint>

#include "sim/base/rng.h"

/// Smooth random fields from + - * / and floor alone, so that every machine gives the same bits.
namespace ngpcsim::workloads {

/// 0 below `low`, 1 above `high`, 3 t^2 - 2 t^3 between.
[[nodiscard]] inline double smooth_step(double low, double high, double x) {
  const double t = x <= low ? 0.0 : x >= high ? 1.0 : (x - low) / (high - low);
  return t * t * (3.0 - 2.0 * t);
}

[[nodiscard]] inline double blend(double a, double b, double t) { return a + t * (b - a); }

/// A random number in [0, 1) for each lattice point, blended smoothly between them. Places lie within +-2^20.
[[nodiscard]] inline double value_noise(double x, double y, double z, std::uint64_t seed) {
  const std::array<double, 3> place{x, y, z};
  std::array<std::int64_t, 3> cell{};
  std::array<double, 3> t{};
  for (std::size_t d = 0; d < 3; ++d) {
    const double lower = std::floor(place[d]);
    cell[d] = static_cast<std::int64_t>(lower);
    const double f = place[d] - lower;
    t[d] = f * f * (3.0 - 2.0 * f);
  }
  const auto corner = [&](std::int64_t i, std::int64_t j, std::int64_t k) {
    const std::uint64_t key = (static_cast<std::uint64_t>(cell[0] + i) & 0x1FFFFF) | (static_cast<std::uint64_t>(cell[1] + j) & 0x1FFFFF) << 21 | (static_cast<std::uint64_t>(cell[2] + k) & 0x1FFFFF) << 42;
    return static_cast<double>(mix64(mix64(key) + seed) >> 40) * 0x1p-24;
  };
  const auto row = [&](std::int64_t j, std::int64_t k) { return blend(corner(0, j, k), corner(1, j, k), t[0]); };
  const auto plane = [&](std::int64_t k) { return blend(row(0, k), row(1, k), t[1]); };
  return blend(plane(0), plane(1), t[2]);
}

/// `octaves` layers of noise, each twice as fine and half as strong, scaled to [0, 1).
[[nodiscard]] inline double layered_noise(double x, double y, double z, int octaves, std::uint64_t seed) {
  double sum = 0.0, strength = 0.5, all = 0.0;
  for (int octave = 0; octave < octaves; ++octave) {
    sum += strength * value_noise(x, y, z, seed + static_cast<std::uint64_t>(octave));
    all += strength;
    x *= 2.0;
    y *= 2.0;
    z *= 2.0;
    strength *= 0.5;
  }
  return sum / all;
}

}  // namespace ngpcsim::workloads
