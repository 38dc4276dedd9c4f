#pragma once

/// Functions that decide pixels and positions, from + - * / alone: the same bits on every machine, unlike those of a C library.
namespace ngpcsim::workloads {

/// tan(x) for 0 <= x < pi/2, relative error below 1e-13 up to x = 1.57. Lambert's continued fraction x / (1 - x^2 / (3 - x^2 / (5 - ...))), 20 terms.
[[nodiscard]] double portable_tan(double x);

/// ln(x) for 0 < x < infinity, absolute error below 1e-14 x (1 + |ln x|): x is scaled into [2/3, 4/3] by powers of two, then 2 atanh((x-1)/(x+1)) as a series.
[[nodiscard]] double portable_log(double x);

/// exp(x) for |x| <= 64, relative error below 1e-13: Taylor series of x / 2^7, squared seven times.
[[nodiscard]] double portable_exp(double x);

}  // namespace ngpcsim::workloads
