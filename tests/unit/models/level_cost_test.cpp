// The cost of look-ups: the definition against a naive count, and the tables and kernels that stand in for it against the definition.
#include "models/encoding_engine/level_cost.h"

#include <array>
#include <cstdint>
#include <bit>
#include <memory>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "models/encoding_engine/cell_cost.h"
#include "models/encoding_engine/dense_cost.h"
#include "models/encoding_engine/hashed_cost.h"
#include "tests/unit/models/random_grid.h"

namespace ngpcsim::models {
namespace {

std::string text_of(const GridSramParams& sram) {
  return fmt::format("banks {} map {} word {}", sram.banks, static_cast<int>(sram.bank_map), sram.word_entries);
}

std::uint32_t log2_of(std::uint32_t banks) { return static_cast<std::uint32_t>(std::countr_zero(banks)); }

/// A coordinate of a lower corner, 0 .. resolution - 1: the last vertex, at which the upper corner wraps, now and then.
std::uint32_t coordinate(Rng& rng, const GridLevel& level) {
  const std::uint32_t kind = rng.below(8);
  if (kind == 0) return level.resolution - 1;
  if (kind == 1) return 0;
  return rng.below(level.resolution);
}

Cells random_cells(Rng& rng, const GridLevel& level, std::uint32_t dims, std::uint32_t count) {
  Cells cells{};
  for (std::uint32_t i = 0; i < count; ++i) {
    cells.x[i] = coordinate(rng, level);
    cells.y[i] = coordinate(rng, level);
    cells.z[i] = dims == 3 ? coordinate(rng, level) : 0;
  }
  return cells;
}

TEST(CellCost, EqualsANaiveCount) {
  Rng rng(1);
  for (int n = 0; n < 3000; ++n) {
    const RandomGrid grid = random_level(rng, 1e9);
    const GridSramParams sram = random_sram(rng);
    for (int i = 0; i < 8; ++i) {
      const Cells cells = random_cells(rng, grid.levels[0], grid.encoding.dims, 1);
      const std::array<std::uint32_t, 3> cell{cells.x[0], cells.y[0], cells.z[0]};
      const CellCost cost = cell_cost(grid.levels[0], grid.encoding.dims, cell, sram, log2_of(sram.banks));
      const SlowCost slow = slow_cell_cost(grid.slow, grid.slow.levels[0], cell, slow_sram(sram));
      ASSERT_EQ((SlowCost{cost.fullest, cost.accesses}), slow) << grid.text() << ", " << text_of(sram) << fmt::format(", cell {}", fmt::join(cell, " "));
    }
  }
}

/// Cell 0 of the 16^3 level has corners 0 1 16 17 256 257 272 273 (docs: 8 banks). `low`: banks 0 and 1, four each. `xor` (octal groups 0, 1, 20, 21, 400, 401,
/// 420, 421): 0 1 2 3 4 5 6 7, one each. Words of 2: four words 0 8 128 136, under `low` all in bank 0. One bank: all eight.
TEST(CellCost, Worked) {
  const RandomGrid grid = make_grid(GridKind::kHash, 3, 19, 16, {15.0f});
  const auto cost = [&](BankMap map, std::uint32_t banks, std::uint32_t word) {
    return cell_cost(grid.levels[0], 3, {0, 0, 0}, {.banks = banks, .bank_map = map, .word_entries = word}, log2_of(banks));
  };
  EXPECT_EQ(cost(BankMap::kLow, 8, 1).fullest, 4);
  EXPECT_EQ(cost(BankMap::kXor, 8, 1).fullest, 1);
  EXPECT_EQ(cost(BankMap::kLow, 8, 2).fullest, 4);
  EXPECT_EQ(cost(BankMap::kLow, 8, 2).accesses, 4);
  EXPECT_EQ(cost(BankMap::kXor, 1, 1).fullest, 8);
  EXPECT_EQ(cost(BankMap::kXor, 8, 1).accesses, 8);
}

void expect_equals_reference(Rng& rng, const RandomGrid& grid, const GridSramParams& sram) {
  const std::uint32_t dims = grid.encoding.dims;
  const GridLevel& level = grid.levels[0];
  const auto fast = make_level_cost(level, dims, sram.banks, sram);
  const auto reference = make_reference_level_cost(level, dims, sram.banks, sram);
  const std::uint32_t count = rng.below(3) == 0 ? Cells::kCapacity : 1 + rng.below(Cells::kCapacity);
  const Cells cells = random_cells(rng, level, dims, count);
  std::array<std::uint8_t, Cells::kCapacity> got{}, want{};
  const std::uint64_t accesses = fast->count(cells, count, got.data()), expected = reference->count(cells, count, want.data());
  ASSERT_EQ(accesses, expected) << grid.text() << ", " << text_of(sram);
  for (std::uint32_t i = 0; i < count; ++i)
    ASSERT_EQ(got[i], want[i]) << grid.text() << ", " << text_of(sram) << fmt::format(", cell {} {} {}", cells.x[i], cells.y[i], cells.z[i]);
}

TEST(LevelCost, EqualsTheReferenceOnRandomLevels) {
  Rng rng(2);
  int dense = 0, hashed = 0, other = 0;
  for (int n = 0; n < 1000; ++n) {
    const RandomGrid grid = random_level(rng, 6e5);
    const GridSramParams sram = random_sram(rng);
    if (DenseCost::covers(grid.levels[0])) ++dense;
    else if (HashedCost::covers(grid.levels[0], log2_of(sram.banks), sram)) ++hashed;
    else ++other;
    expect_equals_reference(rng, grid, sram);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(dense, 150);
  EXPECT_GT(hashed, 80);
  EXPECT_GT(other, 50);
}

/// Every map, every number of banks and every word on a dense, a hashed and a tiled level, in 2-D and 3-D.
TEST(LevelCost, EqualsTheReferenceOnEverySram) {
  Rng rng(3);
  for (const std::uint32_t dims : {2u, 3u})
    for (const auto& grid : {make_grid(GridKind::kHash, dims, 19, 16, {22.7f}), make_grid(GridKind::kHash, dims, 14, 16, {511.0f}), make_grid(GridKind::kTiled, dims, 19, 16, {60.0f})})
      for (const auto& map : kBankMaps)
        for (std::uint32_t log2_banks = 0; log2_banks <= 8; ++log2_banks)
          for (const std::uint32_t word : {1u, 2u, 4u, 8u}) {
            expect_equals_reference(rng, grid, {.banks = 1u << log2_banks, .bank_map = map.value, .word_entries = word});
            if (HasFatalFailure()) return;
          }
}

/// Dense levels on both sides of the size up to which cells are tabulated.
TEST(LevelCost, BothSidesOfTheTableLimit) {
  Rng rng(4);
  int covered = 0, beyond = 0;
  for (const std::uint32_t dims : {2u, 3u}) {
    for (std::uint32_t resolution = dims == 2 ? 700 : 76; resolution < (dims == 2 ? 740u : 90u); resolution += dims == 2 ? 6 : 1) {
      const RandomGrid grid = make_grid(GridKind::kDense, dims, 24, 16, {static_cast<float>(resolution - 1)});
      ++(DenseCost::covers(grid.levels[0]) ? covered : beyond);
      for (const auto& map : kBankMaps) {
        expect_equals_reference(rng, grid, {.banks = 8, .bank_map = map.value, .word_entries = 1});
        if (HasFatalFailure()) return;
      }
    }
  }
  EXPECT_GT(covered, 0);
  EXPECT_GT(beyond, 0);
}

}  // namespace
}  // namespace ngpcsim::models
