#pragma once
#include <algorithm>
#include <cstdint>

#include "sim/config/describe.h"

namespace ngpcsim::models {

/// The GPU beside the NGPC: ray groups, rounds and launches. What a kernel costs is in the GPU's file (models/gpu).
struct HostParams {
  std::uint32_t rays_per_group = 65536;
  std::uint32_t groups_in_flight = 2;
  std::uint32_t max_steps_per_round = 8;
  std::uint32_t round_queries = 2097152;
  std::uint32_t sync_cycles = 2;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    v.integer("rays_per_group", p.rays_per_group, {.min = 1, .max = 1 << 24}, {.unit = "rays", .meaning = "consecutive pixels that are marched together", .source = "our choice: about ten groups of an 800 x 800 frame"});
    v.integer("groups_in_flight", p.groups_in_flight, {.min = 1, .max = 64}, {.unit = "groups", .meaning = "groups whose rounds may overlap; 1 gives no overlap of GPU and NGPC", .source = "(P) NGPC, ISCA'23: the SMs run batch n while the NGPC runs batch n+1"});
    v.integer("max_steps_per_round", p.max_steps_per_round, {.min = 1, .max = 1024}, {.unit = "queries", .meaning = "queries per living ray and round, at most", .source = "instant-ngp: clamp(2^21 / living rays, 1, 8)"});
    v.integer("round_queries", p.round_queries, {.min = 1, .max = 1 << 26}, {.unit = "queries", .meaning = "aimed at per round: steps = clamp(this / living rays, 1, max_steps_per_round)", .source = "instant-ngp: 2^21"});
    v.integer("sync_cycles", p.sync_cycles, {.min = 1, .max = 64}, {.unit = "cycles", .meaning = "receiver edges of a clock crossing between GPU and NGPC, each way", .source = "our choice: a two-stage synchroniser"});
  }
};

/// Queries per living ray in the next round: clamp(round_queries / living rays, 1, max_steps_per_round).
[[nodiscard]] constexpr std::uint32_t steps_of_round(const HostParams& params, std::uint64_t rays_alive) {
  if (rays_alive == 0) return 1;
  return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(params.round_queries / rays_alive, 1, params.max_steps_per_round));
}

}  // namespace ngpcsim::models
