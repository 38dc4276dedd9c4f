#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "models/chip/chip.h"
#include "sim/base/rng.h"
#include "tests/system/slow_chip.h"
#include "workloads/stream/query_stream.h"

namespace ngpcsim {

/// Queries that a test made: groups of rounds.
struct MadeRounds {
  struct Group {
    std::uint64_t pixels = 1;
    std::vector<stream::Queries> rounds;
  };
  std::vector<Group> groups;
};

/// One frame that gives them.
[[nodiscard]] std::unique_ptr<stream::QuerySource> make_source(const MadeRounds& rounds);

/// A small random chip with its queries, as the model and as the slow chip see it.
struct RandomChip {
  models::ChipSetup setup;
  MadeRounds rounds;
  SlowChipSetup slow;
};

[[nodiscard]] RandomChip random_chip(Rng& rng);

}  // namespace ngpcsim
