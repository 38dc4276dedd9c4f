#pragma once

/// Exponentials and logarithms that give the same bits on every IEEE machine: plain + - * / in double in a fixed order, no libm. The double
/// result is within 1e-15 (relative; absolute for logarithms below 1), so the fp32 it is rounded to is the correctly rounded one except
/// where the true value lies within that distance of a midpoint of two floats. They decide integers (resolutions of grid levels), hence
/// speed does not matter and reproducibility does.
namespace ngpcsim::models {

/// log2(x) for finite x > 0, in double.
[[nodiscard]] double portable_log2(double x);
/// 2^x for |x| <= 1000, in double.
[[nodiscard]] double portable_exp2(double x);

/// fp32 functions as a C library would offer them: the double result rounded once.
[[nodiscard]] float log2_fp32(float x);
[[nodiscard]] float exp2_fp32(float x);
[[nodiscard]] float log_fp32(float x);
[[nodiscard]] float exp_fp32(float x);

}  // namespace ngpcsim::models
