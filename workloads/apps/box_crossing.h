#pragma once
#include <algorithm>
#include <cstddef>

#include "workloads/apps/camera.h"

namespace ngpcsim::workloads {

/// Where a ray is inside a box, from its begin on; it misses the box where enter >= leave.
struct BoxSpan {
  float enter = 0.0f;
  float leave = 1e9f;
};

/// Comparisons are written as std::min and std::max of (near, far) so that a NaN from 0 / 0, of a ray in the plane of a face, drops out.
[[nodiscard]] inline BoxSpan cross_box(const Vec3& origin, const Vec3& direction, const Vec3& low, const Vec3& high) {
  BoxSpan span;
  for (std::size_t d = 0; d < 3; ++d) {
    const float inverse = 1 / direction[d];
    const float a = (low[d] - origin[d]) * inverse;
    const float b = (high[d] - origin[d]) * inverse;
    span.enter = std::max(span.enter, std::min(a, b));
    span.leave = std::min(span.leave, std::max(a, b));
  }
  return span;
}

}  // namespace ngpcsim::workloads
