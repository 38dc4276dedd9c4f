#include "workloads/apps/pixel_order.h"

#include <algorithm>
#include <cmath>

#include "sim/base/error.h"
#include "workloads/import/morton.h"

namespace ngpcsim::workloads {
namespace {

/// Pixels of a tile of `width` x `height`, cut from one of `side`, along the Morton curve.
std::vector<Pixel> curve_of(std::uint32_t side, std::uint32_t width, std::uint32_t height) {
  std::vector<Pixel> curve;
  curve.reserve(std::size_t{width} * height);
  for (std::uint32_t code = 0; code < side * side; ++code) {
    const Pixel place{gather_even_bits(code), gather_even_bits(code >> 1)};
    if (place.x < width && place.y < height) curve.push_back(place);
  }
  return curve;
}

}  // namespace

PixelWalk::PixelWalk(std::uint32_t width, std::uint32_t height, const WalkParams& params)
    : width_(width), height_(height), tile_(params.order == PixelOrder::kRow ? 0 : params.tile) {
  if (params.order == PixelOrder::kMorton)
    for (const std::uint32_t cut : {0u, 1u, 2u, 3u})
      curve_[cut] = curve_of(tile_, (cut & 1) != 0 ? width % tile_ : std::min(tile_, width), (cut & 2) != 0 ? height % tile_ : std::min(tile_, height));
  if (params.fovea_radius > 0.0) choose(params);
}

void PixelWalk::choose(const WalkParams& params) {
  check(all() <= 0xFFFFFFFFu, "a fovea in a picture of {} x {} pixels", width_, height_);
  foveated_ = true;
  for (std::uint64_t index = 0; index < all(); ++index) {
    const Pixel pixel = place(index);
    for (const std::uint32_t block : {1u, 2u, 4u}) {
      const double x = pixel.x / block * block + 0.5 * block - 0.5 * width_, y = pixel.y / block * block + 0.5 * block - 0.5 * height_;
      const double away = std::sqrt(x * x + y * y) / (0.5 * height_);
      const bool in_layer = block == 4 || away <= (block == 1 ? params.fovea_radius : params.mid_radius);
      if (!in_layer) continue;
      if (pixel.x % block == 0 && pixel.y % block == 0) chosen_.push_back(static_cast<std::uint32_t>(index));
      break;
    }
  }
}

Pixel PixelWalk::place(std::uint64_t index) const {
  if (tile_ == 0) return {static_cast<std::uint32_t>(index % width_), static_cast<std::uint32_t>(index / width_)};
  const std::uint64_t row_of_tiles = std::uint64_t{tile_} * width_;
  const auto top = static_cast<std::uint32_t>(index / row_of_tiles) * tile_;
  const std::uint32_t high = std::min(tile_, height_ - top);
  const std::uint64_t in_row = index % row_of_tiles;
  const auto left = static_cast<std::uint32_t>(in_row / (std::uint64_t{tile_} * high)) * tile_;
  const std::uint32_t wide = std::min(tile_, width_ - left);
  const auto in_tile = static_cast<std::uint32_t>(in_row % (std::uint64_t{tile_} * high));
  if (curve_[0].empty()) return {left + in_tile % wide, top + in_tile / wide};
  const std::vector<Pixel>& curve = curve_[(wide < tile_ && width_ >= tile_ ? 1u : 0u) | (high < tile_ && height_ >= tile_ ? 2u : 0u)];
  return {left + curve[in_tile].x, top + curve[in_tile].y};
}

}  // namespace ngpcsim::workloads
