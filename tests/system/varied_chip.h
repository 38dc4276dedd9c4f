#pragma once
#include <cstdint>
#include <vector>

#include "models/chip/chip.h"
#include "sim/base/rng.h"
#include "tests/system/made_rounds.h"

namespace ngpcsim {

/// A small random chip of any kind the model has, with its queries: grids of all kinds and sizes, copies and shards of levels, directions in the NFP and on
/// the host, packing, tables that are loaded once, in every frame or never.
struct VariedChip {
  models::ChipSetup setup;
  MadeRounds rounds;
  std::vector<std::uint64_t> frames;
};

[[nodiscard]] VariedChip varied_chip(Rng& rng);

}  // namespace ngpcsim
