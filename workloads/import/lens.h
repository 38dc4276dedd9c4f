#pragma once
#include <optional>

namespace ngpcsim::workloads {

/// A pinhole lens, independent of the size of the picture. `tan_half_*` is the tangent of half the field of view along an axis; at least one
/// is set, and an axis without one has square pixels with the other. The principal point is in fractions of the picture.
struct Lens {
  std::optional<float> tan_half_x;
  std::optional<float> tan_half_y;
  float principal_x = 0.5f;
  float principal_y = 0.5f;
};

}  // namespace ngpcsim::workloads
