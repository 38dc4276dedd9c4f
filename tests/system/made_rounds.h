#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "sim/base/rng.h"
#include "workloads/stream/query_stream.h"

namespace ngpcsim {

/// Queries that a test made: groups of rounds, the same in every frame.
struct MadeRounds {
  struct Group {
    std::uint64_t pixels = 1;
    std::vector<stream::Queries> rounds;
    std::vector<float> direction_x{}, direction_y{}, direction_z{};  ///< by ray; may be empty
  };
  std::vector<Group> groups;
};

/// Frames that give them.
[[nodiscard]] std::unique_ptr<stream::QuerySource> make_source(const MadeRounds& rounds);

/// Positions anywhere in the unit cube, `per_ray` queries of each ray.
[[nodiscard]] stream::Queries random_queries(Rng& rng, std::uint32_t count, std::uint32_t per_ray);

}  // namespace ngpcsim
