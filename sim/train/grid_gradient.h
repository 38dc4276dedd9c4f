#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "models/common/grid_levels.h"
#include "sim/train/mlp_gradient.h"

namespace ngpcsim::train {

/// A multi-resolution grid in fp32 with its derivatives, linear interpolation.
class GridGradient {
 public:
  /// `table`: features entry by entry, level by level; `gradient`, as large, is added to. Both outlive this object.
  GridGradient(std::uint32_t dims, std::uint32_t features, std::span<const models::GridLevel> levels, std::span<float> table, std::span<float> gradient);

  [[nodiscard]] std::size_t outputs() const { return levels_.size() * features_; }
  /// kLanes positions; `out` has outputs() rows.
  void forward(std::span<const std::array<float, 3>> positions, std::span<Lane> out);
  /// Of the positions of the last forward().
  void backward(std::span<const Lane> by_outputs);

 private:
  template <std::size_t D>
  void locate_all(std::span<const std::array<float, 3>> positions);

  struct Corner {
    std::uint64_t first = 0;  ///< feature of the table
    float weight = 0.0f;
  };

  std::uint32_t dims_, features_;
  std::span<const models::GridLevel> levels_;
  std::span<float> table_, gradient_;
  std::vector<Corner> corners_;  ///< of each level, query and corner
};

}  // namespace ngpcsim::train
