#include "tests/naive/direction_unit.h"

#include "tests/naive/half.h"

namespace ngpcsim::naive {

std::vector<Half> spherical_harmonics(const float (&direction)[3]) {
  const float x = direction[0];
  const float y = direction[1];
  const float z = direction[2];
  const float xy = x * y;
  const float xz = x * z;
  const float yz = y * z;
  const float x2 = x * x;
  const float y2 = y * y;
  const float z2 = z * z;
  const float values[16] = {
      0.28209479177387814F,
      -0.48860251190291987F * y,
      0.48860251190291987F * z,
      -0.48860251190291987F * x,
      1.0925484305920792F * xy,
      -1.0925484305920792F * yz,
      0.94617469575755997F * z2 - 0.31539156525251999F,
      -1.0925484305920792F * xz,
      0.54627421529603959F * x2 - 0.54627421529603959F * y2,
      0.59004358992664352F * y * (-3.0F * x2 + y2),
      2.8906114426405538F * xy * z,
      0.45704579946446572F * y * (1.0F - 5.0F * z2),
      0.3731763325901154F * z * (5.0F * z2 - 3.0F),
      0.45704579946446572F * x * (1.0F - 5.0F * z2),
      1.4453057213202769F * z * (x2 - y2),
      0.59004358992664352F * x * (-x2 + 3.0F * y2),
  };
  std::vector<Half> rounded;
  for (const float value : values) rounded.push_back(to_half(value));
  return rounded;
}

Unit::Cost DirectionUnit::begin(const Query& query, unsigned /*pass*/) {
  const bool same_ray = setup_.per_ray && ray_ == query.ray;
  ray_ = query.ray;
  if (same_ray) return {.busy = 1, .conflict = 0};
  ++evaluations_;
  return {.busy = 1, .conflict = setup_.interval - 1};
}

}  // namespace ngpcsim::naive
