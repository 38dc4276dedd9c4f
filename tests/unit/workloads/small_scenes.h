#pragma once
#include <memory>

#include "sim/base/rng.h"
#include "workloads/apps/nerf_source.h"

namespace ngpcsim::workloads::test {

/// A grid with about one cell in `rarity` set at random in every cascade, in clumps of 2 x 2 x 2; coarser cascades cover the finer ones.
inline OccupancyGrid random_grid(std::uint32_t cascades, std::uint32_t rarity, std::uint64_t seed) {
  OccupancyGrid grid;
  grid.cascades = cascades;
  grid.bits.assign(std::size_t{cascades} * OccupancyGrid::kBytesPerCascade, 0);
  Rng rng(seed);
  for (auto& byte : grid.bits)
    if (rng.below(rarity) == 0) byte = static_cast<std::uint8_t>(rng.below(256));
  for (std::uint32_t c = 1; c < cascades; ++c)
    for (std::uint32_t i = 0; i < OccupancyGrid::kBytesPerCascade; ++i)
      if (grid.bits[std::size_t{c - 1} * OccupancyGrid::kBytesPerCascade + i] != 0) {
        const std::uint32_t index = morton3(gather_bits(i) + 32, gather_bits(i >> 1) + 32, gather_bits(i >> 2) + 32);
        auto& byte = grid.bits[std::size_t{c} * OccupancyGrid::kBytesPerCascade + index / 8];
        byte = static_cast<std::uint8_t>(byte | 1u << (index % 8));
      }
  return grid;
}

/// A camera at `from`, looking along -z of the cube turned by a fixed oblique rotation (rational, orthonormal: rows of (2,-1,2; 2,2,-1; -1,2,2) / 3).
inline Camera oblique_camera(Vec3 from, float tan_half) {
  const float a = 2.0f / 3, b = 1.0f / 3;
  Camera camera;
  camera.pose = {a, -b, a, from[0], a, a, -b, from[1], -b, a, a, from[2]};
  camera.lens.tan_half_x = tan_half;
  return camera;
}

/// A straight camera: rays along the middle have direction components that are exactly zero.
inline Camera straight_camera(Vec3 from, float tan_half) {
  Camera camera;
  camera.pose = {1, 0, 0, from[0], 0, 1, 0, from[1], 0, 0, 1, from[2]};
  camera.lens.tan_half_x = tan_half;
  return camera;
}

inline std::shared_ptr<const NerfScene> random_scene(std::uint32_t aabb_scale, std::uint32_t rarity, std::uint64_t seed) {
  std::uint32_t cascades = 1;
  while (1u << (cascades - 1) < aabb_scale) ++cascades;
  const float reach = 0.5f * static_cast<float>(aabb_scale);
  std::vector<Camera> cameras{oblique_camera({0.5f + 0.9f * reach, 0.45f, 0.5f + 0.8f * reach}, 0.6f), straight_camera({0.5f, 0.5f, 0.5f + 1.7f * reach}, 0.4f),
                              oblique_camera({0.5f, 0.5f, 0.5f}, 1.2f), straight_camera({0.0f, 0.25f, 0.9f * reach}, 0.7f)};
  return std::make_shared<const NerfScene>(random_grid(cascades, rarity, seed), std::move(cameras), aabb_scale);
}

inline Picture all_cameras(std::uint32_t width, std::uint32_t height, std::uint32_t max_samples = 1024) { return {width, height, max_samples, {0, 1, 2, 3}}; }

}  // namespace ngpcsim::workloads::test
