#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "models/common/grid_levels.h"
#include "models/encoding_engine/params.h"
#include "sim/base/rng.h"
#include "tests/unit/models/slow_grid.h"

/// Random grids and SRAMs as the model and as the slow count see them.
namespace ngpcsim {

struct RandomGrid {
  models::EncodingParams encoding;
  std::vector<float> scales;  ///< one a level
  std::vector<models::GridLevel> levels;
  naive::GridSetup slow;

  [[nodiscard]] std::string text() const;
};

/// A grid of the given scales.
[[nodiscard]] RandomGrid make_grid(models::GridKind kind, std::uint32_t dims, std::uint32_t log2_entries, std::uint32_t base_resolution, std::vector<float> scales);
/// One level of a random kind: tables of 2^1 .. 2^24 entries, resolutions from 2 to 10^4 as far as a dense level of `most_vertices` allows.
[[nodiscard]] RandomGrid random_level(Rng& rng, double most_vertices);
/// Random banks 1..256, map, and word.
[[nodiscard]] models::GridSramParams random_sram(Rng& rng);
[[nodiscard]] SlowSram slow_sram(const models::GridSramParams& sram, std::uint32_t shards = 1);

}  // namespace ngpcsim
