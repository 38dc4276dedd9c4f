#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "models/common/grid_levels.h"
#include "models/common/table_values.h"

namespace ngpcsim::models {

/// Trained features of all levels. With int8 a level has one exponent e, the smallest with which its largest feature stays within 127 x 2^e, and a feature is
/// stored as the nearest code, ties to even.
class TrainedTable final : public FeatureTable {
 public:
  /// `values`: features of all entries of all levels, entry by entry, level by level (tiny-cuda-nn). All are finite.
  TrainedTable(FeatureType type, std::uint32_t features, std::span<const GridLevel> levels, std::span<const Fp16> values);

  [[nodiscard]] std::uint32_t features() const override { return features_; }
  [[nodiscard]] FeatureType type() const override { return type_; }
  [[nodiscard]] int exponent(std::uint32_t level) const override { return levels_[level].exponent; }
  [[nodiscard]] std::uint16_t stored_bits(std::uint32_t level, std::uint32_t index, std::uint32_t feature) const override;
  void gather(std::uint32_t level, std::span<const std::uint32_t> indices, std::span<Fp16> out) const override;

 private:
  struct Level {
    std::uint64_t first = 0;  ///< of its features
    int exponent = 0;
  };

  FeatureType type_;
  std::uint32_t features_;
  std::vector<Level> levels_;
  std::vector<Fp16> seen_;  ///< as the interpolator sees them
};

}  // namespace ngpcsim::models
