#pragma once
#include <cstdint>
#include <span>

#include "workloads/stream/whole_rays.h"

namespace ngpcsim::workloads::trace {

struct EncodedSamples {
  std::uint64_t bytes = 0;
  std::uint64_t probes = 0;  ///< look-ups that led to samples
};

/// Writes the samples of rays, ray after ray, as a RAYS chunk holds them: to `to`, which has room for kRecordBytes of each; and the bytes of every ray with
/// samples as a u32 to `lengths`. Throws InvariantError where a position lies outside the unit cube.
[[nodiscard]] EncodedSamples encode_samples(std::span<const stream::WholeRays::Ray> rays, std::span<const stream::WholeRays::Query> queries, float growth,
                                            std::uint32_t usual_probes, char* to, char* lengths);

}  // namespace ngpcsim::workloads::trace
