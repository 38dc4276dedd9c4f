#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/app/image/picture.h"
#include "sim/app/image/value_field.h"
#include "workloads/apps/pixel_order.h"

namespace ngpcsim::app {

inline constexpr std::uint64_t kBlockRays = 16384;  ///< rays that are worked on together

/// Fills a picture block by block: `block(first, colors)` gives the pixels from number `first` of the walk on. Nothing where progress stopped it.
template <class Block>
[[nodiscard]] std::optional<FloatPicture> draw_blocks(std::uint32_t width, std::uint32_t height, const Block& block, const DrawProgress& progress) {
  FloatPicture picture(width, height);
  const std::size_t pixels = picture.pixels.size();
  for (std::size_t first = 0; first < pixels; first += kBlockRays) {
    const std::size_t count = std::min<std::size_t>(kBlockRays, pixels - first);
    block(first, std::span(picture.pixels).subspan(first, count));
    if (!progress(static_cast<double>(first + count) / static_cast<double>(pixels))) return std::nullopt;
  }
  return picture;
}

/// A ray of a block: which of its pixels it draws, and its state.
template <class State>
struct BlockRay {
  std::size_t pixel = 0;
  State state{};
};

/// The rays of a block that begin.
template <class Marcher>
[[nodiscard]] std::vector<BlockRay<typename Marcher::Ray>> begin_rays(const Marcher& marcher, std::uint64_t first, std::size_t count) {
  std::vector<BlockRay<typename Marcher::Ray>> rays;
  for (std::size_t i = 0; i < count; ++i) {
    BlockRay<typename Marcher::Ray> ray{.pixel = i};
    if (marcher.begin(marcher.walk().at(first + i), ray.state)) rays.push_back(ray);
  }
  return rays;
}

}  // namespace ngpcsim::app
