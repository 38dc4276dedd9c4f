#pragma once
#include <cstdint>

#include "models/chip/chip.h"
#include "sim/base/rng.h"
#include "tests/system/made_rounds.h"
#include "tests/system/slow_chip.h"

namespace ngpcsim {

/// A small random chip whose directions are encoded by the host.
[[nodiscard]] models::ChipParams random_params(Rng& rng);

/// A small random chip with its queries, as the model and as the slow chip see it.
struct RandomChip {
  models::ChipSetup setup;
  MadeRounds rounds;  ///< of every frame
  SlowChipSetup slow;
};

[[nodiscard]] RandomChip random_chip(Rng& rng);
/// The same with many small chunks and a short pipeline, so that reads and writes of an NFP fall on the same edges.
[[nodiscard]] RandomChip random_quick_chip(Rng& rng);
/// With grid SRAMs that are small caches of the tables (docs/timing.md, 3.1), fewer levels than engines among them.
[[nodiscard]] RandomChip random_cached_chip(Rng& rng);
/// With grid SRAMs that hold some pages of the tables (3.2), several levels a lane among them, and lanes whose tables fit beside others.
[[nodiscard]] RandomChip random_paged_chip(Rng& rng);

}  // namespace ngpcsim
