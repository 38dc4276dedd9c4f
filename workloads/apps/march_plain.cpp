#include <algorithm>
#include <bit>
#include <cmath>

#include "workloads/apps/march_kernel.h"

namespace ngpcsim::workloads {
namespace {

/// floor(v) for |v| < 2^31 without a call into the C library.
float floor_small(float v) {
  const float towards_zero = static_cast<float>(static_cast<int>(v));
  return towards_zero > v ? towards_zero - 1.0f : towards_zero;
}

/// 2^exponent, by its bits.
float power_of_two(int exponent) { return std::bit_cast<float>((127 + exponent) << 23); }

/// Looks cells up and counts how often.
class Probe {
 public:
  explicit Probe(const MarchGrid& grid) : grid_(grid) {}

  bool occupied(const Vec3& q, std::uint32_t cascade) {
    ++count_;
    const float inverse = power_of_two(-static_cast<int>(cascade));
    std::array<std::uint32_t, 3> cell{};
    bool in_grid = true;
    for (std::size_t r = 0; r < 3; ++r) {
      // In cascade 0 the position is used as it is: subtracting and adding a half would round it.
      const float in_cascade = cascade == 0 ? q[r] : (q[r] - 0.5f) * inverse + 0.5f;
      cell[r] = static_cast<std::uint32_t>(static_cast<int>(in_cascade * 128.0f));
      in_grid &= cell[r] < MarchGrid::kSide;
    }
    return in_grid && grid_.occupied(cascade, cell[0], cell[1], cell[2]);
  }

  [[nodiscard]] std::uint64_t count() const { return count_; }

 private:
  const MarchGrid& grid_;
  std::uint64_t count_ = 0;
};

/// The smallest cascade whose cube holds q strictly inside, at most `max_cascade`: largest = m 2^e with 1/2 <= m < 1 lies in cascade e + 1.
std::uint32_t cascade_of(const Vec3& q, std::uint32_t max_cascade) {
  const float largest = std::max({std::abs(q[0] - 0.5f), std::abs(q[1] - 0.5f), std::abs(q[2] - 0.5f)});
  const int cascade = static_cast<int>(std::bit_cast<std::uint32_t>(largest) >> 23) - 126 + 1;
  return static_cast<std::uint32_t>(std::clamp(cascade, 0, static_cast<int>(max_cascade)));
}

/// Distance along the ray to the nearest face of the cell of `cascade` around q.
float distance_to_face(const Vec3& q, const Vec3& half_sign, const Vec3& inverse, std::uint32_t cascade) {
  const float cells = 128.0f * power_of_two(-static_cast<int>(cascade));
  float face = 1e9f;
  for (std::size_t r = 0; r < 3; ++r) {
    const float u = cells * (q[r] - 0.5f);
    face = std::min(face, (floor_small(u + 0.5f + half_sign[r]) - u) * inverse[r]);
  }
  return std::max(face / cells, 0.0f);
}

bool outside(const Vec3& q, const MarchRule& rule) {
  return std::min({q[0], q[1], q[2]}) < rule.low || std::max({q[0], q[1], q[2]}) > rule.high;
}

/// Whole steps, at least one, of kMinStep that cover the distance.
float constant_steps(float distance) {
  const float steps = std::max(distance / kMinStep, 0.5f);
  return -floor_small(-steps);
}

}  // namespace

std::uint64_t march_plain(const MarchJob& job) {
  const MarchRule& rule = job.rule;
  Probe probe(job.grid);
  for (std::size_t i = 0; i < job.ray.size(); ++i) {
    const std::size_t ray = job.ray[i];
    const Vec3 d{job.dx[ray], job.dy[ray], job.dz[ray]};
    const Vec3 inverse{1 / d[0], 1 / d[1], 1 / d[2]};
    const auto half_of = [](float component) { return component >= 0.0f ? 0.5f : -0.5f; };
    const Vec3 half_sign{half_of(d[0]), half_of(d[1]), half_of(d[2])};
    float t = job.t[i];
    std::uint32_t found = 0;
    std::uint64_t counted = probe.count();  // look-ups that belong to samples or entries before
    while (t < job.end[i] && found < job.quota[i]) {
      const Vec3 q{job.origin[0] + t * d[0], job.origin[1] + t * d[1], job.origin[2] + t * d[2]};
      if (outside(q, rule)) break;
      std::uint32_t cascade = cascade_of(q, rule.max_cascade);
      if (probe.occupied(q, cascade)) {
        const std::size_t sample = i * job.stride + found++;
        job.sample_t[sample] = t;
        if (!job.sample_probes.empty()) job.sample_probes[sample] = static_cast<std::uint32_t>(probe.count() - counted);
        counted = probe.count();
        t = rule.cone ? job.cone.advance(t, 0.0f) : t + kMinStep;
        continue;
      }
      while (cascade < rule.max_cascade && !probe.occupied(q, cascade + 1)) ++cascade;
      const float distance = distance_to_face(q, half_sign, inverse, cascade);
      t = rule.cone ? job.cone.advance(t, distance) : t + kMinStep * constant_steps(distance);
    }
    job.t[i] = t;
    job.found[i] = found;
    if (!job.tail_probes.empty()) job.tail_probes[i] = static_cast<std::uint32_t>(probe.count() - counted);
  }
  return probe.count();
}

}  // namespace ngpcsim::workloads
