#include "models/common/grid_levels.h"

#include <algorithm>
#include <cmath>

#include "models/common/portable_exp.h"

namespace ngpcsim::models {
namespace {

constexpr std::uint64_t kMaxCells = 0x7FFFFFFF;  // tiny-cuda-nn caps a level at half the range of uint32
constexpr std::uint32_t kMaxLevels = 32;

void require(bool holds, const InputLocation& at, const std::string& what, const std::string& allowed) {
  if (!holds) throw InputError(at, what, allowed);
}

void require_valid(const EncodingParams& p, const InputLocation& at) {
  require(p.dims == 2 || p.dims == 3, at, fmt::format("dims = {}", p.dims), "2, 3");
  require(p.levels >= 1 && p.levels <= kMaxLevels, at, fmt::format("levels = {}", p.levels), fmt::format("1 .. {}", kMaxLevels));
  require(p.features == 1 || p.features == 2 || p.features == 4 || p.features == 8, at, fmt::format("features = {}", p.features), "1, 2, 4, 8");
  require(p.log2_table_entries <= 30, at, fmt::format("log2_table_entries = {}", p.log2_table_entries), "0 .. 30");
  require(p.base_resolution >= 1, at, "base_resolution = 0", "1 and above");
}

/// base^dims, or kMaxCells + 1 where it is larger than kMaxCells. base < 2^31, so two factors fit in 64 bits.
std::uint64_t cells(std::uint64_t base, std::uint32_t dims) {
  std::uint64_t product = 1;
  for (std::uint32_t d = 0; d < dims; ++d) product = std::min(product * base, kMaxCells + 1);
  return product;
}

std::uint32_t resolution_of(float scale, std::uint32_t level, const InputLocation& at) {
  const double vertices = std::ceil(static_cast<double>(scale)) + 1.0;
  require(scale > -1.0f && vertices <= static_cast<double>(kMaxCells), at, fmt::format("level {} has scale {}", level, scale),
          fmt::format("above -1, and at most {} vertices per axis", kMaxCells));
  return static_cast<std::uint32_t>(vertices);
}

std::uint32_t entries_of(const EncodingParams& p, std::uint32_t resolution) {
  const std::uint64_t whole = std::min(cells(resolution, p.dims), kMaxCells);
  std::uint64_t entries = (whole + 7) / 8 * 8;  // rounding comes before the limit: it decides which levels are dense
  if (p.grid == GridKind::kHash) entries = std::min(entries, std::uint64_t{1} << p.log2_table_entries);
  if (p.grid == GridKind::kTiled) entries = std::min(entries, cells(p.base_resolution, p.dims));
  return static_cast<std::uint32_t>(entries);
}

GridLevel make_level(const EncodingParams& p, float scale, std::uint32_t level, const InputLocation& at) {
  GridLevel result;
  result.scale = scale;
  result.interpolation = p.interpolation;
  result.resolution = resolution_of(scale, level, at);
  result.entries = entries_of(p, result.resolution);
  // Hashed where the whole grid does not fit its table. `cells` saturates above every possible table.
  result.hashed = p.grid == GridKind::kHash && result.entries < cells(result.resolution, p.dims);
  for (std::uint32_t d = 1; d < p.dims; ++d) result.strides[d] = result.strides[d - 1] * result.resolution;
  return result;
}

/// The fp32 argument of exp2 carries half an ulp of error, which exp2 turns into a relative error of the scale of up to |argument| x 2^-24;
/// two different machines may sit on both sides of it.
bool is_marginal(float scale, float exponent) {
  if (exponent == std::floor(exponent)) return false;
  const double vertices = static_cast<double>(scale) + 1.0;
  const double distance = std::abs(static_cast<double>(scale) - std::round(static_cast<double>(scale)));
  return distance <= vertices * 0x1p-23 * (1.0 + std::abs(static_cast<double>(exponent)));
}

void assign_offsets(std::vector<GridLevel>& levels) {
  std::uint64_t offset = 0;
  for (GridLevel& level : levels) {
    level.offset = offset;
    offset += level.entries;
  }
}

}  // namespace

float growth_factor(const EncodingParams& encoding, std::uint32_t aabb_scale) {
  if (encoding.levels <= 1) return 1.0f;
  if (encoding.per_level_scale != 0.0) return static_cast<float>(encoding.per_level_scale);
  const float finest = static_cast<float>(encoding.finest_resolution) * static_cast<float>(aabb_scale);
  const float ratio = finest / static_cast<float>(encoding.base_resolution);
  return exp_fp32(log_fp32(ratio) / static_cast<float>(encoding.levels - 1));
}

std::vector<GridLevel> make_grid_levels(const EncodingParams& encoding, std::uint32_t aabb_scale, const InputLocation& at) {
  require_valid(encoding, at);
  require(aabb_scale >= 1, at, "aabb_scale = 0", "1 and above");
  require(encoding.finest_resolution >= 1 || encoding.per_level_scale != 0.0, at, "finest_resolution = 0", "1 and above");
  const float growth = growth_factor(encoding, aabb_scale);
  require(std::isfinite(growth) && growth > 0.0f, at, fmt::format("per_level_scale = {}", encoding.per_level_scale), "above 0, or 0 to derive it");

  const float log2_growth = log2_fp32(growth);
  std::vector<GridLevel> levels;
  for (std::uint32_t level = 0; level < encoding.levels; ++level) {
    const float exponent = static_cast<float>(level) * log2_growth;
    require(std::abs(exponent) < 100.0f, at, fmt::format("per_level_scale = {} over {} levels", growth, encoding.levels), "a finest resolution below 2^31");
    const float vertices = exp2_fp32(exponent) * static_cast<float>(encoding.base_resolution);
    levels.push_back(make_level(encoding, vertices - 1.0f, level, at));
    levels.back().resolution_is_marginal = is_marginal(levels.back().scale, exponent);
  }
  assign_offsets(levels);
  return levels;
}

std::vector<GridLevel> make_grid_levels(const EncodingParams& encoding, std::span<const float> scales, const InputLocation& at) {
  require_valid(encoding, at);
  require(scales.size() == encoding.levels, at, fmt::format("{} scales for {} levels", scales.size(), encoding.levels), "one scale a level");
  std::vector<GridLevel> levels;
  for (const float scale : scales) levels.push_back(make_level(encoding, scale, static_cast<std::uint32_t>(levels.size()), at));
  assign_offsets(levels);
  return levels;
}

std::uint64_t total_entries(std::span<const GridLevel> levels) {
  return levels.empty() ? 0 : levels.back().offset + levels.back().entries;
}

}  // namespace ngpcsim::models
