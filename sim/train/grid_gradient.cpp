#include "sim/train/grid_gradient.h"

#include <algorithm>

#include "models/common/grid_index.h"
#include "sim/base/error.h"

namespace ngpcsim::train {

GridGradient::GridGradient(std::uint32_t dims, std::uint32_t features, std::span<const models::GridLevel> levels, std::span<float> table, std::span<float> gradient)
    : dims_(dims), features_(features), levels_(levels), table_(table), gradient_(gradient), corners_((levels.size() * kLanes) << dims) {
  check(table.size() == models::total_entries(levels) * features && gradient.size() == table.size(), "a table of {} features", table.size());
  for (const models::GridLevel& level : levels) check(level.interpolation == models::Interpolation::kLinear, "a grid is trained with linear interpolation");
}

template <std::size_t D>
void GridGradient::locate_all(std::span<const std::array<float, 3>> positions) {
  Corner* to = corners_.data();
  for (const models::GridLevel& level : levels_) {
    for (const std::array<float, 3>& position : positions) {
      std::array<float, D> place;
      std::copy_n(position.begin(), D, place.begin());
      const models::GridCell<D> cell = models::locate(level, place);
      for (std::size_t corner = 0; corner < models::kCorners<D>; ++corner)
        *to++ = {(level.offset + models::vertex_index(level, models::corner_vertex(cell, corner))) * features_, models::corner_weight(cell, corner)};
    }
  }
}

void GridGradient::forward(std::span<const std::array<float, 3>> positions, std::span<Lane> out) {
  check(positions.size() == kLanes && out.size() == outputs(), "{} positions and {} rows", positions.size(), out.size());
  if (dims_ == 2) locate_all<2>(positions);
  else locate_all<3>(positions);
  std::fill(out.begin(), out.end(), Lane{});
  const Corner* corner = corners_.data();
  for (std::size_t level = 0; level < levels_.size(); ++level)
    for (std::size_t q = 0; q < kLanes; ++q)
      for (std::size_t c = 0; c < std::size_t{1} << dims_; ++c, ++corner)
        for (std::uint32_t f = 0; f < features_; ++f) out[level * features_ + f][q] += corner->weight * table_[corner->first + f];
}

void GridGradient::backward(std::span<const Lane> by_outputs) {
  const Corner* corner = corners_.data();
  for (std::size_t level = 0; level < levels_.size(); ++level)
    for (std::size_t q = 0; q < kLanes; ++q)
      for (std::size_t c = 0; c < std::size_t{1} << dims_; ++c, ++corner)
        for (std::uint32_t f = 0; f < features_; ++f) gradient_[corner->first + f] += corner->weight * by_outputs[level * features_ + f][q];
}

}  // namespace ngpcsim::train
