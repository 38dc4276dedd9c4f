#pragma once
#include <array>
#include <string_view>

#include "workloads/import/density_grid.h"
#include "workloads/scenes/shape.h"

namespace ngpcsim::workloads {

inline constexpr std::string_view kCloudName = "cloud";

struct CloudSample {
  float density = 0.0f;           ///< 0 to 1
  std::array<float, 3> albedo{};  ///< linear red, green and blue of the light that comes from there
};

/// "cloud", the volume of the `nvr-demo` workload, as a function of the place in the unit cube: a cumulus over a flat base, heaped from balls and frayed by
/// noise, bright where the sun reaches and blue below.
[[nodiscard]] CloudSample cloud_at(const Point& p);

/// Its densities at the middles of 128^3 voxels.
[[nodiscard]] DensityGrid cloud_grid();

}  // namespace ngpcsim::workloads
