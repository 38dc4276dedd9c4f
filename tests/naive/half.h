#pragma once
#include "tests/naive/setup.h"

/// fp16 by exact integer arithmetic: slow, obvious, no conversion instruction involved. Infinities and NaN are not supported as inputs;
/// a result beyond the largest finite number rounds to infinity as IEEE 754 has it.
namespace ngpcsim::naive {

/// Nearest even, subnormals kept. `value` must be finite.
[[nodiscard]] Half to_half(float value);
[[nodiscard]] float to_float(Half value);
/// a * b + c with one rounding. All three finite.
[[nodiscard]] Half half_fma(Half a, Half b, Half c);

}  // namespace ngpcsim::naive
