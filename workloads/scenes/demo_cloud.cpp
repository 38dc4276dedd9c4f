#include "workloads/scenes/demo_cloud.h"

#include <algorithm>
#include <cmath>

#include "workloads/scenes/value_noise.h"

namespace ngpcsim::workloads {
namespace {

struct Puff {
  Point centre;
  double radius;
};
constexpr std::array<Puff, 9> kPuffs{{{{0.50, 0.44, 0.50}, 0.23}, {{0.33, 0.40, 0.47}, 0.16}, {{0.68, 0.41, 0.54}, 0.17}, {{0.55, 0.60, 0.47}, 0.16}, {{0.44, 0.57, 0.56}, 0.13},
                                      {{0.20, 0.36, 0.52}, 0.10}, {{0.82, 0.37, 0.47}, 0.11}, {{0.60, 0.72, 0.50}, 0.10}, {{0.50, 0.38, 0.70}, 0.13}}};
constexpr double kCloudBase = 0.32;
constexpr double kFray = 0.16;   // how far noise moves the surface
constexpr double kCloudSkin = 0.045;  // over which the density rises

/// How deep inside the balls, flattened at the base.
double depth_at(const Point& p) {
  double depth = -1.0;
  for (const Puff& puff : kPuffs) depth = std::max(depth, puff.radius - length(p - puff.centre));
  return std::min(depth, (p.y - kCloudBase) * 1.5 + 0.04);
}

}  // namespace

CloudSample cloud_at(const Point& p) {
  CloudSample sample;
  const double depth = depth_at(p);
  const double height = smooth_step(kCloudBase - 0.02, 0.72, p.y);
  const auto shade = [&](double dark, double bright, double light) { return static_cast<float>(blend(dark, bright, light)); };
  if (depth > -kFray) {
    const double noise = layered_noise(9.0 * p.x, 9.0 * p.y, 9.0 * p.z, 4, 303);
    const double inside = depth + kFray * (noise - 0.55);
    sample.density = static_cast<float>(smooth_step(0.0, kCloudSkin, inside));
    const double light = std::clamp(0.25 + 0.75 * height + 1.2 * (noise - 0.5) - 1.2 * std::max(inside, 0.0), 0.0, 1.0);
    sample.albedo = {shade(0.24, 1.0, light), shade(0.30, 0.97, light), shade(0.44, 0.92, light)};
    return sample;
  }
  sample.albedo = {shade(0.24, 1.0, height), shade(0.30, 0.97, height), shade(0.44, 0.92, height)};
  return sample;
}

DensityGrid cloud_grid() {
  constexpr std::uint32_t kSide = 128;
  DensityGrid grid{.nx = kSide, .ny = kSide, .nz = kSide, .values = {}};
  grid.values.reserve(std::size_t{kSide} * kSide * kSide);
  const auto middle = [](std::uint32_t cell) { return (static_cast<double>(cell) + 0.5) / kSide; };
  for (std::uint32_t z = 0; z < kSide; ++z)
    for (std::uint32_t y = 0; y < kSide; ++y)
      for (std::uint32_t x = 0; x < kSide; ++x) grid.values.push_back(cloud_at({middle(x), middle(y), middle(z)}).density);
  return grid;
}

}  // namespace ngpcsim::workloads
