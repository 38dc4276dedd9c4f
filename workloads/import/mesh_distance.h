#pragma once
#include <array>
#include <memory>

#include "workloads/import/mesh.h"

namespace ngpcsim::workloads {

/// Distances to a surface, by a bounding volume hierarchy of Embree. The distance to a triangle is worked out here, in fp32 operations that round alike everywhere;
/// the hierarchy only decides which triangles are asked, so that no order of building it changes a bit of the smallest.
class MeshDistance {
 public:
  /// `mesh` has at least one triangle.
  explicit MeshDistance(Mesh mesh);
  ~MeshDistance();
  MeshDistance(const MeshDistance&) = delete;
  MeshDistance& operator=(const MeshDistance&) = delete;

  /// The distance from p to the nearest point of any triangle, without sign; `at_most` where it is not less than that.
  [[nodiscard]] float operator()(const std::array<float, 3>& p, float at_most) const;
  [[nodiscard]] const Mesh& mesh() const;

 private:
  struct Hierarchy;
  std::unique_ptr<Hierarchy> hierarchy_;
};

/// The distance from a point to a triangle (Ericson, Real-Time Collision Detection, 5.1.5: by the region of the plane above which the point lies).
[[nodiscard]] float triangle_distance(const std::array<float, 3>& p, const std::array<float, 3>& a, const std::array<float, 3>& b, const std::array<float, 3>& c);

}  // namespace ngpcsim::workloads
