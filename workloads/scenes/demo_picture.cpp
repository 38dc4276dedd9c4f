#include "workloads/scenes/demo_picture.h"

#include <algorithm>
#include <cmath>

#include "workloads/scenes/value_noise.h"

namespace ngpcsim::workloads {
namespace {

using Color = std::array<double, 3>;

constexpr double kAspect = 16.0 / 9.0;
constexpr double kHorizon = 0.58;
constexpr double kEdge = 0.0015;  // over which shapes blend

Color mix(const Color& a, const Color& b, double t) { return {blend(a[0], b[0], t), blend(a[1], b[1], t), blend(a[2], b[2], t)}; }

/// 1 where `inside` > 0, with a soft edge.
double covers(double inside) { return smooth_step(-kEdge, kEdge, inside); }

/// > 0 inside the convex corner of edges that point to the right of their direction; x in heights.
double inside_triangle(double x, double y, const std::array<std::array<double, 2>, 3>& corner) {
  double least = 1.0;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto& a = corner[i];
    const auto& b = corner[(i + 1) % 3];
    const double dx = b[0] - a[0], dy = b[1] - a[1];
    least = std::min(least, (dx * (y - a[1]) - dy * (x - a[0])) / std::sqrt(dx * dx + dy * dy));
  }
  return least;
}

double inside_box(double x, double y, double left, double top, double right, double bottom) { return std::min({x - left, right - x, y - top, bottom - y}); }

Color sky(double x, double y) {
  const double up = std::clamp((kHorizon - y) / kHorizon, 0.0, 1.0);
  Color color = mix({0.95, 0.45, 0.18}, {0.10, 0.16, 0.42}, smooth_step(0.0, 0.9, up));
  const double dx = x - 1.18, dy = y - 0.40;
  const double from_sun = std::sqrt(dx * dx + dy * dy);
  color = mix(color, {1.0, 0.72, 0.35}, 0.75 * (1.0 - smooth_step(0.05, 0.5, from_sun)));
  const double cloud = layered_noise(3.0 * x, 9.0 * y, 0.5, 6, 41);
  color = mix(color, {0.98, 0.62, 0.48}, 0.75 * smooth_step(0.50, 0.72, cloud) * smooth_step(0.0, 0.25, up));
  return mix(color, {1.0, 0.95, 0.75}, covers(0.065 - from_sun));
}

/// The outline of a range of hills above the horizon.
double ridge(double x, double height, double scale, std::uint64_t seed) { return kHorizon - height * layered_noise(scale * x, 0.3, 0.7, 5, seed); }

Color add_hills(Color color, double x, double y) {
  color = mix(color, {0.36, 0.28, 0.42}, covers(y - ridge(x, 0.22, 2.2, 77)));
  const double near_ridge = ridge(x, 0.13, 4.5, 78);
  const double wood = 0.6 + 0.4 * value_noise(90.0 * x, 120.0 * y, 0.0, 79);
  return mix(color, {0.10 * wood, 0.16 * wood, 0.15 * wood}, covers(y - near_ridge));
}

Color add_lighthouse(Color color, double x, double y) {
  const double middle = 0.38, top = 0.20, foot = kHorizon + 0.005;
  const double rock = 0.085 * (0.7 + 0.6 * layered_noise(14.0 * x, 14.0 * y, 0.0, 4, 5));
  const double dx = (x - middle) / 0.16, dy = (y - kHorizon - 0.02) / rock;
  color = mix(color, {0.20, 0.17, 0.16}, covers(0.08 * (1.0 - std::sqrt(dx * dx + dy * dy))) * (y < kHorizon + 0.03 ? 1.0 : 0.0));
  const double down = (y - top) / (foot - top);
  const double half = 0.022 + 0.016 * down;
  const double light = 0.65 + 0.35 * smooth_step(-half, half, x - middle);
  const double stripes = (y - top) * 13.0;
  const bool red = static_cast<int>(std::floor(stripes)) % 2 == 0;
  const Color wall = red ? Color{0.72 * light, 0.08 * light, 0.06 * light} : Color{0.92 * light, 0.90 * light, 0.85 * light};
  color = mix(color, wall, covers(std::min(half - std::abs(x - middle), std::min(y - top, foot - y))));
  color = mix(color, {0.12, 0.12, 0.14}, covers(inside_box(x, y, middle - 0.034, top - 0.008, middle + 0.034, top + 0.004)));
  color = mix(color, {1.0, 0.9, 0.5}, covers(inside_box(x, y, middle - 0.017, top - 0.045, middle + 0.017, top - 0.008)));
  return mix(color, {0.55, 0.06, 0.05}, covers(inside_triangle(x, y, {{{middle - 0.026, top - 0.045}, {middle, top - 0.085}, {middle + 0.026, top - 0.045}}})));
}

struct Boat {
  double x, y, size;
  Color sail;
};
constexpr std::array<Boat, 2> kBoats{{{0.86, 0.655, 0.26, {0.93, 0.92, 0.86}}, {1.50, 0.615, 0.15, {0.82, 0.30, 0.12}}}};

Color add_boat(Color color, const Boat& boat, double x, double y) {
  const double px = (x - boat.x) / boat.size, py = (y - boat.y) / boat.size;
  const double shade = 0.75 + 0.25 * value_noise(3.0 * px, 30.0 * py, 0.0, 9);
  const auto at = [&](double inside) { return covers(inside * boat.size); };
  color = mix(color, {0.16, 0.10, 0.06}, at(inside_box(px, py, -0.012, -1.15, 0.012, 0.0)));
  const Color sail{boat.sail[0] * shade, boat.sail[1] * shade, boat.sail[2] * shade};
  color = mix(color, sail, at(inside_triangle(px, py, {{{0.03, -0.12}, {0.03, -1.08}, {0.55, -0.12}}})));
  color = mix(color, {sail[0] * 0.8, sail[1] * 0.8, sail[2] * 0.8}, at(inside_triangle(px, py, {{{-0.40, -0.12}, {-0.03, -0.95}, {-0.03, -0.12}}})));
  const double keel = std::min({py + 0.06, 0.11 - py, px + 0.52 - 0.9 * std::max(py, 0.0), 0.62 - 1.4 * std::max(py, 0.0) - px});
  color = mix(color, {0.30, 0.12, 0.07}, at(keel));
  return mix(color, {0.85, 0.80, 0.70}, at(std::min(keel, std::min(py + 0.035, -0.005 - py))));
}

/// What stands above the water, seen without it.
Color above(double x, double y) {
  Color color = add_hills(sky(x, std::min(y, kHorizon)), x, y);
  color = add_lighthouse(color, x, y);
  for (const Boat& boat : kBoats) color = add_boat(color, boat, x, y);
  return color;
}

/// The mirrored scene, broken by waves that are longer the nearer they are.
Color water(double x, double y) {
  const double depth = std::max(y - kHorizon, 0.0) / (1.0 - kHorizon);
  const double wave = layered_noise(10.0 * x / (0.15 + depth), 60.0 * std::sqrt(depth + 0.02), 0.0, 4, 21) - 0.5;
  const double mirrored = 2.0 * kHorizon - y + 0.10 * depth * wave;
  Color color = add_lighthouse(add_hills(sky(x + 0.02 * wave, mirrored), x, mirrored), x + 0.03 * wave * (0.3 + depth), mirrored);
  color = mix(color, {0.03, 0.09, 0.16}, 0.35 + 0.3 * depth);
  const double path = 1.0 - smooth_step(0.0, 0.10 + 0.25 * depth, std::abs(x - 1.18));
  const double glitter = smooth_step(0.58, 0.72, layered_noise(26.0 * x / (0.2 + depth), 220.0 * std::sqrt(depth + 0.02), 3.0, 3, 22));
  return mix(color, {1.0, 0.80, 0.45}, 0.85 * path * glitter);
}

}  // namespace

std::array<float, 3> harbour_colour(double u, double v) {
  const double x = u * kAspect;
  Color color = mix(above(x, v), water(x, v), covers(v - kHorizon));
  if (v > kHorizon - kEdge)
    for (const Boat& boat : kBoats) color = add_boat(color, boat, x, v);
  return {static_cast<float>(std::clamp(color[0], 0.0, 1.0)), static_cast<float>(std::clamp(color[1], 0.0, 1.0)), static_cast<float>(std::clamp(color[2], 0.0, 1.0))};
}

}  // namespace ngpcsim::workloads
