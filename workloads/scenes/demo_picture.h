#pragma once
#include <array>
#include <string_view>

namespace ngpcsim::workloads {

inline constexpr std::string_view kHarbourName = "harbour";

/// "harbour", the picture of the `gia-demo` workload, as a function of the place: u from left to right, v from top to bottom, both 0 to 1. Linear red, green and
/// blue, 0 to 1. An evening sky with a sun and clouds, hills, a striped lighthouse on a rock, two sailing boats, and water that glitters and mirrors them; detail
/// at every scale down to some thousandths of the height. Drawn for an aspect ratio of 16 : 9.
[[nodiscard]] std::array<float, 3> harbour_colour(double u, double v);

}  // namespace ngpcsim::workloads
