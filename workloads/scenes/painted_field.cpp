#include "workloads/scenes/painted_field.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ngpcsim::workloads {
namespace {

constexpr double kOpacityDepth = 0.008;         // half the depth over which solids become opaque
constexpr double kDifference = 1e-4;    // of positions, for a normal

double dot(const Point& a, const Point& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

Point normal_of(const DistanceBound& bound, const Point& p) {
  const auto slope = [&](double x, double y, double z) { return bound({p.x + x, p.y + y, p.z + z}) - bound({p.x - x, p.y - y, p.z - z}); };
  const Point n{slope(kDifference, 0, 0), slope(0, kDifference, 0), slope(0, 0, kDifference)};
  const double size = length(n);
  return size > 0.0 ? Point{n.x / size, n.y / size, n.z / size} : Point{0.0, 1.0, 0.0};
}

/// x^16
double sixteenth_power(double x) {
  for (int i = 0; i < 4; ++i) x *= x;
  return x;
}

}  // namespace

PaintedField::Nearest PaintedField::nearest(const Point& p) const {
  Nearest best{std::numeric_limits<double>::infinity(), nullptr};
  for (const PaintedShape& shape : shapes_)
    if (const double distance = shape.bound(p); distance < best.distance) best = {distance, &shape};
  return best;
}

PaintedField::Sample PaintedField::at(const Point& position, const std::array<float, 3>& direction) const {
  const Nearest solid = nearest(position);
  if (solid.shape == nullptr) return {};
  const double inside = std::clamp(0.5 - solid.distance / (2.0 * kOpacityDepth), 0.0, 1.0);
  const Point n = normal_of(solid.shape->bound, position);
  const double sun = std::max(dot(n, kSun), 0.0);
  const double sky = 0.5 + 0.5 * n.y;
  const Point view{-static_cast<double>(direction[0]), -static_cast<double>(direction[1]), -static_cast<double>(direction[2])};
  const Point half{view.x + kSun.x, view.y + kSun.y, view.z + kSun.z};
  const double gloss = 0.25 * sixteenth_power(std::max(dot(n, half) / std::max(length(half), 1e-6), 0.0));
  Sample sample{.density = static_cast<float>(inside) * kSolidDensity};
  for (std::size_t c = 0; c < 3; ++c) {
    const double light = static_cast<double>(solid.shape->albedo[c]) * (0.15 + 0.65 * sun + 0.3 * sky) + gloss;
    sample.color[c] = static_cast<float>(std::clamp(light, 0.0, 1.0));
  }
  return sample;
}

}  // namespace ngpcsim::workloads
