#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "sim/config/describe.h"

/// The order in which the pixels of a picture are walked: it decides which rays share a group, a launch and a batch.
namespace ngpcsim::workloads {

enum class PixelOrder { kRow, kTile, kMorton };
inline constexpr std::array<config::Choice<PixelOrder>, 3> kPixelOrders{{{PixelOrder::kRow, "row"}, {PixelOrder::kTile, "tile"}, {PixelOrder::kMorton, "morton"}}};

struct Pixel {
  std::uint32_t x = 0, y = 0;

  friend bool operator==(const Pixel&, const Pixel&) = default;
};

/// Pixels number `first` to `first + count - 1` of a walk.
struct PixelSpan {
  std::uint64_t first = 0;
  std::uint64_t count = 0;
};

struct WalkParams {
  PixelOrder order = PixelOrder::kRow;
  std::uint32_t tile = 16;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    v.choice("pixel_order", p.order, kPixelOrders,
             {.unit = "", .meaning = "order of the pixels in groups and launches: row by row, in square tiles row by row, or in tiles along a Morton curve", .source = "our choice: row, the order of a frame buffer"});
    v.integer("pixel_tile", p.tile, {.min = 2, .max = 1024, .power_of_two = true},
              {.unit = "pixels", .meaning = "side of the tiles of pixel_order tile and morton", .source = "our choice: 16, 256 threads of a GPU"});
  }
};

/// Each pixel of a picture once, in an order. Tiles follow each other row by row, those at the right and lower edge are cut; inside a tile pixels go
/// row by row, or along the Morton curve (x lowest) without the places that were cut.
class PixelWalk {
 public:
  PixelWalk(std::uint32_t width, std::uint32_t height, const WalkParams& params);

  [[nodiscard]] std::uint64_t pixels() const { return std::uint64_t{width_} * height_; }
  /// Pixel number `index` of the walk, below pixels().
  [[nodiscard]] Pixel at(std::uint64_t index) const;

 private:
  std::uint32_t width_, height_, tile_;
  /// Places of a tile along the curve; of a full one, one cut at the right, one cut below, and one cut at both. Empty for the other orders.
  std::array<std::vector<Pixel>, 4> curve_;
};

}  // namespace ngpcsim::workloads
