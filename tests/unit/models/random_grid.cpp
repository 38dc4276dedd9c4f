#include "tests/unit/models/random_grid.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace ngpcsim {

std::string RandomGrid::text() const {
  return fmt::format("kind {} dims {} log2T {} base {} scale {} entries {}", static_cast<int>(encoding.grid), encoding.dims, encoding.log2_table_entries,
                     encoding.base_resolution, scales[0], levels[0].entries);
}

RandomGrid make_grid(models::GridKind kind, std::uint32_t dims, std::uint32_t log2_entries, std::uint32_t base_resolution, std::vector<float> scales) {
  RandomGrid grid;
  grid.encoding = {.grid = kind,
                   .dims = dims,
                   .levels = static_cast<std::uint32_t>(scales.size()),
                   .features = 2,
                   .log2_table_entries = log2_entries,
                   .base_resolution = base_resolution};
  grid.levels = models::make_grid_levels(grid.encoding, scales, {.file = "test"});
  constexpr std::array kKinds{naive::Grid::kHash, naive::Grid::kDense, naive::Grid::kTiled};  // in the order of GridKind
  grid.slow = {.kind = kKinds[static_cast<std::size_t>(kind)],
               .dims = dims,
               .features = 2,
               .log2_table_entries = log2_entries,
               .base_resolution = base_resolution,
               .levels = {}};
  for (const float scale : scales) grid.slow.levels.push_back({scale, {}});
  grid.scales = std::move(scales);
  return grid;
}

RandomGrid random_level(Rng& rng, double most_vertices) {
  constexpr std::array kKinds{models::GridKind::kHash, models::GridKind::kHash, models::GridKind::kDense, models::GridKind::kTiled};
  const models::GridKind kind = kKinds[rng.below(4)];
  const std::uint32_t dims = 2 + rng.below(2), log2_entries = 1 + rng.below(24);
  const double most = kind == models::GridKind::kDense || rng.below(2) == 0 ? std::min(1e4, std::pow(most_vertices, 1.0 / dims)) : 1e4;
  const double resolution = std::exp(std::log(2.0) + rng.unit() * (std::log(most) - std::log(2.0)));
  const float scale = rng.below(2) == 0 ? std::floor(static_cast<float>(resolution)) - 1.0f : static_cast<float>(resolution) - 1.0f;
  const auto base = static_cast<std::uint32_t>(2 + rng.below(30));
  return make_grid(kind, dims, log2_entries, base, {scale});
}

models::GridSramParams random_sram(Rng& rng) {
  return {.banks = 1u << rng.below(9), .bank_map = models::kBankMaps[rng.below(5)].value, .word_entries = 1u << (rng.below(2) * rng.below(4))};
}

SlowSram slow_sram(const models::GridSramParams& sram, std::uint32_t shards) {
  constexpr std::array kMaps{naive::BankMap::kLow, naive::BankMap::kXor, naive::BankMap::kParity, naive::BankMap::kPadded, naive::BankMap::kPermute};
  return {kMaps[static_cast<std::size_t>(sram.bank_map)], sram.banks * shards, sram.word_entries};
}

}  // namespace ngpcsim
