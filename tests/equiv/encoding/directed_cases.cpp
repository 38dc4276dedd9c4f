#include "tests/equiv/encoding/directed_cases.h"

#include <array>

namespace ngpcsim::equiv {

EngineCase directed_case(const naive::GridSetup& grid, naive::BankMap map, bool corner_reuse, Values values, const rtl::Sizes& sizes,
                         std::vector<std::array<float, 3>> positions) {
  EngineCase c;
  c.seed = 1;
  c.grid = grid;
  c.engine.bank_map = map;
  c.engine.corner_reuse = corner_reuse;
  apply_sizes(c, sizes);
  Rng rng(7);
  fill_tables(rng, c, sizes, values);
  for (const std::array<float, 3>& position : positions) c.stimulus.queries.push_back({.position = position, .last_of_batch = true});
  return c;
}

std::vector<std::array<float, 3>> all_positions(std::span<const float> coordinates) {
  std::vector<std::array<float, 3>> positions;
  for (const float x : coordinates) {
    for (const float y : coordinates) {
      for (const float z : coordinates) positions.push_back({x, y, z});
    }
  }
  return positions;
}

naive::GridSetup grid_of(naive::Grid kind, unsigned dims, unsigned features, std::vector<float> scales) {
  naive::GridSetup grid;
  grid.kind = kind;
  grid.dims = dims;
  grid.features = features;
  grid.log2_table_entries = 11;
  grid.levels.clear();
  for (const float scale : scales) grid.levels.push_back({.scale = scale, .table = {}});
  return grid;
}

}  // namespace ngpcsim::equiv
