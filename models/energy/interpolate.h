#pragma once

/// Interpolation on logarithmic axes with + - * / sqrt only, so that a figure is the same bit for bit on every machine.
namespace ngpcsim::energy {

struct LogPoint {
  double x = 1.0;
  double y = 1.0;
};

/// The y of the straight line through `a` and `b` on log-log axes: y = a.y * (b.y / a.y)^(log(x / a.x) / log(b.x / a.x)).
/// Exact at both points and monotone between them; outside it continues with the same slope.
/// Requires a.x < b.x and all coordinates and x above 0 (InvariantError otherwise).
[[nodiscard]] double interpolate_log_log(LogPoint a, LogPoint b, double x);

/// The y of the straight line through `a` and `b`, a.x < b.x; exact at both points.
[[nodiscard]] double interpolate_linear(LogPoint a, LogPoint b, double x);

}  // namespace ngpcsim::energy
