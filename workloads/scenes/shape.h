#pragma once
#include <algorithm>
#include <cmath>

/// Solids as functions that bound the distance to them from below (Lipschitz constant 1: moving by s changes the value by at most s), negative or
/// zero inside. Only + - * / sqrt and comparisons in double, so every machine gives the same bits.
namespace ngpcsim::workloads {

struct Point {
  double x, y, z;
};

[[nodiscard]] inline double length(double x, double y) { return std::sqrt(x * x + y * y); }
[[nodiscard]] inline double length(const Point& p) { return std::sqrt(p.x * p.x + p.y * p.y + p.z * p.z); }
[[nodiscard]] inline Point operator-(const Point& a, const Point& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }

/// A ball.
struct Ball {
  Point centre;
  double radius;
  double operator()(const Point& p) const { return length(p - centre) - radius; }
};

/// A hollow ball: the wall lies between radius - wall and radius + wall.
struct Shell {
  Point centre;
  double radius, wall;
  double operator()(const Point& p) const { return std::abs(length(p - centre) - radius) - wall; }
};

/// An axis-parallel box given by its centre and half its sides.
struct Box {
  Point centre, half;
  double operator()(const Point& p) const {
    const double x = std::abs(p.x - centre.x) - half.x;
    const double y = std::abs(p.y - centre.y) - half.y;
    const double z = std::abs(p.z - centre.z) - half.z;
    return std::max({x, y, z});
  }
};

/// A round rod from `a` to `b`: a wire when the radius is small.
struct Rod {
  Point a, b;
  double radius;
  double operator()(const Point& p) const {
    const Point ab = b - a;
    const Point ap = p - a;
    const double along = std::clamp((ap.x * ab.x + ap.y * ab.y + ap.z * ab.z) / (ab.x * ab.x + ab.y * ab.y + ab.z * ab.z), 0.0, 1.0);
    return length(Point{ap.x - along * ab.x, ap.y - along * ab.y, ap.z - along * ab.z}) - radius;
  }
};

/// A ring around the y axis through `centre`.
struct Ring {
  Point centre;
  double radius, wall;
  double operator()(const Point& p) const {
    const Point q = p - centre;
    return length(length(q.x, q.z) - radius, q.y) - wall;
  }
};

/// Wires along all three axes, `period` apart, cut to a box.
struct Lattice {
  Box bounds;
  double period, radius;
  double operator()(const Point& p) const {
    const double x = fold(p.x - bounds.centre.x);
    const double y = fold(p.y - bounds.centre.y);
    const double z = fold(p.z - bounds.centre.z);
    const double wire = std::min({length(y, z), length(x, z), length(x, y)}) - radius;
    return std::max(wire, bounds(p));
  }

 private:
  /// Distance to the nearest multiple of the period, with sign.
  [[nodiscard]] double fold(double v) const { return v - period * std::floor(v / period + 0.5); }
};

}  // namespace ngpcsim::workloads
