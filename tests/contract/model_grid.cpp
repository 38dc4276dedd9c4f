#include "tests/contract/model_grid.h"

namespace ngpcsim::contract {
namespace {

[[nodiscard]] models::GridKind kind_of(naive::Grid grid) {
  switch (grid) {
    case naive::Grid::kHash: return models::GridKind::kHash;
    case naive::Grid::kDense: return models::GridKind::kDense;
    case naive::Grid::kTiled: return models::GridKind::kTiled;
  }
  throw InvariantError("unknown grid");
}

}  // namespace

models::EncodingParams encoding_params(const naive::GridSetup& grid) {
  models::EncodingParams params;
  params.grid = kind_of(grid.kind);
  params.dims = grid.dims;
  params.levels = static_cast<std::uint32_t>(grid.levels.size());
  params.features = grid.features;
  params.log2_table_entries = grid.log2_table_entries;
  params.base_resolution = grid.base_resolution;
  return params;
}

std::vector<models::GridLevel> grid_levels(const naive::GridSetup& grid) {
  std::vector<float> scales;
  for (const naive::Level& level : grid.levels) scales.push_back(level.scale);
  return models::make_grid_levels(encoding_params(grid), scales, {.file = "random case", .line = 0});
}

}  // namespace ngpcsim::contract
