#pragma once
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "workloads/apps/camera.h"
#include "workloads/apps/march_grid.h"
#include "workloads/apps/march_rule.h"

namespace ngpcsim::workloads {

/// One piece of work: march some rays of one camera until each has found `quota` samples or left the scene.
struct MarchJob {
  const MarchGrid& grid;
  const MarchRule& rule;
  const ConeSteps& cone;
  Vec3 origin{};
  std::span<const float> dx, dy, dz;       ///< unit directions, by ray
  std::span<const std::uint32_t> ray;      ///< which rays; the spans below run parallel to it
  std::span<const std::uint32_t> quota;    ///< at least 1 each
  std::span<float> t;                      ///< where the next look-up is; updated
  std::span<const float> end;              ///< t at which the ray leaves the cube
  std::span<std::uint32_t> found;          ///< out: samples found; fewer than the quota: the ray has left the cube
  std::span<float> sample_t;               ///< out: t of the samples of entry i from i * stride on
  std::size_t stride = 0;                  ///< at least the largest quota
  std::span<std::uint32_t> sample_probes{};  ///< out, where not empty: look-ups since the sample before, or since the given t; placed as sample_t is
  std::span<std::uint32_t> tail_probes{};    ///< out, together with sample_probes: look-ups of each entry behind its last sample, or all where it has none
};

/// The march of one ray, the same fp32 operations in the same order in every variant (all are exact IEEE operations, so all give the same
/// bits): while t < end and the quota is not met: q = o + t d; leave if q is outside the cube; look up its cell. Occupied: a sample, one step
/// on. Empty: a whole number of steps, at least one, to the nearest face of the cell (of the largest empty cascade's cell around q).
/// The cascade of q is the smallest whose cube holds it with max |q - 0.5| < 2^c / 2. Returns the number of look-ups.
using MarchFunction = std::uint64_t (*)(const MarchJob&);

struct MarchVariant {
  std::string_view name;
  MarchFunction march;
};

/// The variants this processor can run, the fastest first; the last is the plain one.
[[nodiscard]] std::vector<MarchVariant> march_variants();

/// One ray after the other, plain C++.
std::uint64_t march_plain(const MarchJob& job);

/// Eight rays at a time; each lane takes the next ray as soon as its own is done. Needs AVX2.
std::uint64_t march_avx2(const MarchJob& job);

}  // namespace ngpcsim::workloads
