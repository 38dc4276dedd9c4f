#include <algorithm>
#include <cmath>

#include "workloads/apps/march_kernel.h"

namespace ngpcsim::workloads {
namespace {

/// Looks cells up and counts how often.
class Probe {
 public:
  explicit Probe(const MarchGrid& grid) : grid_(grid) {}

  bool occupied(const Vec3& q, std::uint32_t cascade) {
    ++count_;
    const float inverse = std::ldexp(1.0f, -static_cast<int>(cascade));
    std::array<int, 3> cell{};
    for (std::size_t r = 0; r < 3; ++r) {
      // Exact for cascade 0: there q * 128 is the position in cells.
      const float in_cascade = cascade == 0 ? q[r] : (q[r] - 0.5f) * inverse + 0.5f;
      cell[r] = static_cast<int>(in_cascade * 128.0f);
      if (cell[r] < 0 || cell[r] >= 128) return false;
    }
    return grid_.occupied(cascade, static_cast<std::uint32_t>(cell[0]), static_cast<std::uint32_t>(cell[1]), static_cast<std::uint32_t>(cell[2]));
  }

  [[nodiscard]] std::uint64_t count() const { return count_; }

 private:
  const MarchGrid& grid_;
  std::uint64_t count_ = 0;
};

/// The smallest cascade whose cube holds q strictly inside.
std::uint32_t cascade_of(const Vec3& q, std::uint32_t max_cascade) {
  float largest = 0.0f;
  for (const float component : q) largest = std::max(largest, std::abs(component - 0.5f));
  int exponent = 0;
  std::frexp(largest, &exponent);
  return static_cast<std::uint32_t>(std::clamp(exponent + 1, 0, static_cast<int>(max_cascade)));
}

/// Distance along the ray to the nearest face of the cell of `cascade` around q.
float distance_to_face(const Vec3& q, const Vec3& d, const Vec3& inverse, std::uint32_t cascade) {
  const float cells = 128.0f * std::ldexp(1.0f, -static_cast<int>(cascade));
  float face = 1e9f;
  for (std::size_t r = 0; r < 3; ++r) {
    const float u = cells * (q[r] - 0.5f);
    const float sign = d[r] >= 0.0f ? 1.0f : -1.0f;
    face = std::min(face, (std::floor(u + 0.5f + 0.5f * sign) - u) * inverse[r]);
  }
  return std::max(face / cells, 0.0f);
}

bool outside(const Vec3& q, const MarchRule& rule) {
  return std::ranges::any_of(q, [&](float component) { return component < rule.low || component > rule.high; });
}

}  // namespace

std::uint64_t march_plain(const MarchJob& job) {
  const MarchRule& rule = job.rule;
  Probe probe(job.grid);
  for (std::size_t i = 0; i < job.ray.size(); ++i) {
    const std::size_t ray = job.ray[i];
    const Vec3 d{job.dx[ray], job.dy[ray], job.dz[ray]};
    const Vec3 inverse{1 / d[0], 1 / d[1], 1 / d[2]};
    float t = job.t[i];
    std::uint32_t found = 0;
    while (t < job.end[i] && found < job.quota[i]) {
      const Vec3 q{job.origin[0] + t * d[0], job.origin[1] + t * d[1], job.origin[2] + t * d[2]};
      if (outside(q, rule)) break;
      std::uint32_t cascade = cascade_of(q, rule.max_cascade);
      if (probe.occupied(q, cascade)) {
        job.sample_t[i * job.stride + found++] = t;
        t = rule.cone ? job.cone.advance(t, 0.0f) : t + kMinStep;
        continue;
      }
      while (cascade < rule.max_cascade && !probe.occupied(q, cascade + 1)) ++cascade;
      const float distance = distance_to_face(q, d, inverse, cascade);
      t = rule.cone ? job.cone.advance(t, distance) : t + kMinStep * std::ceil(std::max(distance / kMinStep, 0.5f));
    }
    job.t[i] = t;
    job.found[i] = found;
  }
  return probe.count();
}

}  // namespace ngpcsim::workloads
