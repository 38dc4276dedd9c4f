#include "tests/naive/grid_index.h"

#include <cmath>

#include "sim/base/error.h"
#include "tests/naive/half.h"

namespace ngpcsim::naive {
namespace {

constexpr std::array<std::uint32_t, 3> kPrimes{1U, 2654435761U, 805459861U};
constexpr std::uint32_t kUnreachableStride = 0xFFFFFFFFU;

/// Largest resolution whose power still fits 32 bits; beyond it the dense index is not used.
[[nodiscard]] std::uint32_t dense_limit(unsigned dims) { return dims == 2 ? 65535U : 1625U; }

[[nodiscard]] std::uint64_t power(std::uint64_t base, unsigned exponent) {
  std::uint64_t result = 1;
  for (unsigned i = 0; i < exponent; ++i) result *= base;
  return result;
}

}  // namespace

std::uint32_t resolution(const Level& level) { return static_cast<std::uint32_t>(std::ceil(level.scale)) + 1U; }

std::uint32_t entries(const GridSetup& grid, const Level& level) {
  constexpr std::uint64_t kCap = 0x7FFFFFFF;
  const std::uint64_t vertices = std::min(power(resolution(level), grid.dims), kCap);
  std::uint64_t count = (vertices + 7) / 8 * 8;
  if (grid.kind == Grid::kHash) count = std::min(count, std::uint64_t{1} << grid.log2_table_entries);
  if (grid.kind == Grid::kTiled) count = std::min(count, power(grid.base_resolution, grid.dims));
  return static_cast<std::uint32_t>(count);
}

Cell locate(const GridSetup& grid, const Level& level, const Query& query) {
  Cell cell;
  for (unsigned d = 0; d < grid.dims; ++d) {
    const float at = std::fma(level.scale, query.position[d], 0.5F);
    const float floor = std::floor(at);
    cell.corner[d] = static_cast<std::uint32_t>(static_cast<std::int64_t>(floor));
    cell.fraction[d] = at - floor;
  }
  return cell;
}

std::uint32_t corner_entry(const GridSetup& grid, const Level& level, const Cell& cell, unsigned number) {
  const std::uint32_t side = resolution(level);
  std::uint32_t dense = 0;
  std::uint32_t hash = 0;
  std::uint32_t stride = 1;
  for (unsigned d = 0; d < grid.dims; ++d) {
    const std::uint32_t at = cell.corner[d] + ((number >> d) & 1U);
    dense += at * stride;
    hash ^= at * kPrimes[d];
    stride *= side;
  }
  if (side > dense_limit(grid.dims)) stride = kUnreachableStride;
  const std::uint32_t count = entries(grid, level);
  const bool hashed = grid.kind == Grid::kHash && count < stride;
  return (hashed ? hash : dense) % count;
}

float corner_weight(const GridSetup& grid, const Cell& cell, unsigned number) {
  float weight = 1.0F;
  for (unsigned d = 0; d < grid.dims; ++d) {
    const bool upper = ((number >> d) & 1U) != 0;
    weight *= upper ? cell.fraction[d] : 1.0F - cell.fraction[d];
  }
  return weight;
}

std::vector<Half> interpolate(const GridSetup& grid, const Level& level, const Cell& cell) {
  std::vector<Half> sums(grid.features, Half{0});
  for (unsigned corner = 0; corner < (1U << grid.dims); ++corner) {
    const Half weight = to_half(corner_weight(grid, cell, corner));
    const std::size_t first = std::size_t{corner_entry(grid, level, cell, corner)} * grid.features;
    check(first + grid.features <= level.table.size(), "the table of the level ends before entry {}", first / grid.features);
    for (unsigned f = 0; f < grid.features; ++f) sums[f] = half_fma(weight, level.table[first + f], sums[f]);
  }
  return sums;
}

}  // namespace ngpcsim::naive
