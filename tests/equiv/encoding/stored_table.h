#pragma once
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "models/common/table_values.h"

namespace ngpcsim::equiv {

/// Tables of any content, held as the grid SRAM holds them.
class StoredTable final : public models::FeatureTable {
 public:
  struct Level {
    int exponent = 0;
    std::vector<std::uint16_t> bits;  ///< entries x features, in order of the entry
  };

  StoredTable(models::FeatureType type, std::uint32_t features, std::vector<Level> levels) : type_(type), features_(features), levels_(std::move(levels)) {}

  [[nodiscard]] std::uint32_t features() const override { return features_; }
  [[nodiscard]] models::FeatureType type() const override { return type_; }
  [[nodiscard]] int exponent(std::uint32_t level) const override { return levels_.at(level).exponent; }
  [[nodiscard]] std::uint16_t stored_bits(std::uint32_t level, std::uint32_t index, std::uint32_t feature) const override {
    return levels_.at(level).bits.at(std::size_t{index} * features_ + feature);
  }
  void gather(std::uint32_t level, std::span<const std::uint32_t> indices, std::span<models::Fp16> out) const override;

 private:
  models::FeatureType type_;
  std::uint32_t features_;
  std::vector<Level> levels_;
};

}  // namespace ngpcsim::equiv
