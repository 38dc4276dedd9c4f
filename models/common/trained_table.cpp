#include "models/common/trained_table.h"

#include <algorithm>
#include <cmath>

namespace ngpcsim::models {
namespace {

constexpr double kMostCode = 127.0;

int exponent_for(std::span<const Fp16> values) {
  double largest = 0.0;
  for (const Fp16 value : values) largest = std::max(largest, std::abs(static_cast<double>(to_float(value))));
  if (largest == 0.0) return 0;
  int exponent = 0;
  static_cast<void>(std::frexp(largest / kMostCode, &exponent));  // largest / 127 = m x 2^exponent, 0.5 <= m < 1
  return std::ldexp(kMostCode, exponent - 1) >= largest ? exponent - 1 : exponent;
}

/// Division and product by a power of two are exact. So is the result in fp16: with e from -24 on as a code has eight bits, below as every value is a multiple of 2^-24.
Fp16 through_code(Fp16 value, int exponent) {
  const double code = std::nearbyint(std::ldexp(static_cast<double>(to_float(value)), -exponent));
  return to_fp16(std::ldexp(std::clamp(code, -128.0, kMostCode), exponent));
}

}  // namespace

TrainedTable::TrainedTable(FeatureType type, std::uint32_t features, std::span<const GridLevel> levels, std::span<const Fp16> values)
    : type_(type), features_(features), seen_(values.begin(), values.end()) {
  check(features >= 1 && features <= 8, "a table of {} features", features);
  check(values.size() == total_entries(levels) * features, "{} values for {} entries of {} features", values.size(), total_entries(levels), features);
  for (const GridLevel& level : levels) {
    Level& of = levels_.emplace_back(Level{.first = level.offset * features, .exponent = 0});
    if (type == FeatureType::kFp16) continue;
    const auto part = std::span(seen_).subspan(of.first, std::size_t{level.entries} * features);
    of.exponent = exponent_for(part);
    for (Fp16& value : part) value = through_code(value, of.exponent);
  }
}

std::uint16_t TrainedTable::stored_bits(std::uint32_t level, std::uint32_t index, std::uint32_t feature) const {
  const Level& of = levels_[level];
  const Fp16 value = seen_[of.first + std::uint64_t{index} * features_ + feature];
  if (type_ == FeatureType::kFp16) return value.bits;
  return static_cast<std::uint8_t>(static_cast<int>(std::ldexp(static_cast<double>(to_float(value)), -of.exponent)));
}

void TrainedTable::gather(std::uint32_t level, std::span<const std::uint32_t> indices, std::span<Fp16> out) const {
  check(out.size() == indices.size() * features_, "gather of {} entries into {} features", indices.size(), out.size());
  const Fp16* const first = seen_.data() + levels_[level].first;
  std::size_t at = 0;
  for (const std::uint32_t index : indices)
    for (std::uint32_t f = 0; f < features_; ++f) out[at++] = first[std::uint64_t{index} * features_ + f];
}

}  // namespace ngpcsim::models
