#include "workloads/scenes/demo_solid.h"

#include <algorithm>
#include <cmath>

namespace ngpcsim::workloads {
namespace {

/// A box with rounded edges: the exact distance.
double rounded_box(const Point& p, const Point& centre, const Point& half, double round) {
  const double x = std::abs(p.x - centre.x) - half.x + round, y = std::abs(p.y - centre.y) - half.y + round, z = std::abs(p.z - centre.z) - half.z + round;
  const Point outside{std::max(x, 0.0), std::max(y, 0.0), std::max(z, 0.0)};
  return length(outside) + std::min(std::max({x, y, z}), 0.0) - round;
}

/// A ring around the z axis through `centre`.
double upright_ring(const Point& p, const Point& centre, double radius, double wall) {
  const Point q = p - centre;
  return length(length(q.x, q.y) - radius, q.z) - wall;
}

/// The union, with a fillet where the two come closer than `round` (polynomial smooth minimum).
double join(double a, double b, double round) {
  const double h = std::max(round - std::abs(a - b), 0.0) / round;
  return std::min(a, b) - 0.25 * h * h * round;
}

double head(const Point& p) {
  double d = rounded_box(p, {0.5, 0.745, 0.5}, {0.135, 0.105, 0.11}, 0.035);
  for (const double side : {-1.0, 1.0}) {
    const double x = 0.5 + side * 0.058;
    d = std::max(d, -Ball{{x, 0.765, 0.625}, 0.045}(p));                  // sockets
    d = std::min(d, Ball{{x, 0.765, 0.605}, 0.028}(p));                   // eyes
    d = join(d, Rod{{0.5 + side * 0.13, 0.75, 0.5}, {0.5 + side * 0.165, 0.75, 0.5}, 0.03}(p), 0.01);  // ears
  }
  d = std::max(d, -rounded_box(p, {0.5, 0.685, 0.615}, {0.06, 0.012, 0.02}, 0.006));  // mouth
  d = join(d, Rod{{0.5, 0.84, 0.5}, {0.5, 0.905, 0.5}, 0.008}(p), 0.012);
  return std::min(d, Ball{{0.5, 0.925, 0.5}, 0.024}(p));
}

double body(const Point& p) {
  double d = rounded_box(p, {0.5, 0.45, 0.5}, {0.155, 0.145, 0.115}, 0.04);
  d = join(d, Rod{{0.5, 0.57, 0.5}, {0.5, 0.66, 0.5}, 0.045}(p), 0.03);  // neck
  d = join(d, upright_ring(p, {0.5, 0.475, 0.613}, 0.062, 0.011), 0.01);  // dial
  d = std::min(d, Rod{{0.5, 0.475, 0.618}, {0.532, 0.502, 0.618}, 0.007}(p));
  for (const double x : {0.43, 0.5, 0.57}) d = join(d, Ball{{x, 0.355, 0.614}, 0.016}(p), 0.008);  // buttons
  return d;
}

double limbs(const Point& p) {
  double d = 1.0;
  for (const double side : {-1.0, 1.0}) {
    const auto x = [side](double from_middle) { return 0.5 + side * from_middle; };
    d = std::min(d, Ball{{x(0.185), 0.53, 0.5}, 0.048}(p));
    d = join(d, Rod{{x(0.19), 0.53, 0.5}, {x(0.235), 0.41, 0.52}, 0.027}(p), 0.02);
    d = join(d, Rod{{x(0.235), 0.41, 0.52}, {x(0.245), 0.33, 0.575}, 0.024}(p), 0.02);
    d = join(d, upright_ring(p, {x(0.245), 0.30, 0.59}, 0.034, 0.012), 0.012);  // hands
    d = std::min(d, Rod{{x(0.075), 0.31, 0.5}, {x(0.085), 0.12, 0.5}, 0.042}(p));
    d = join(d, rounded_box(p, {x(0.09), 0.085, 0.525}, {0.072, 0.04, 0.105}, 0.03), 0.03);  // feet
  }
  return d;
}

}  // namespace

double automaton_distance(const Point& p) {
  const double torso = body(p);
  return std::min(join(head(p), torso, 0.01), join(torso, limbs(p), 0.02));
}

}  // namespace ngpcsim::workloads
