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
  double fovea_radius = 0.0;
  double mid_radius = 1.0;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    v.choice("pixel_order", p.order, kPixelOrders,
             {.unit = "", .meaning = "order of the pixels in groups and launches: row by row, in square tiles row by row, or in tiles along a Morton curve", .source = "our choice: row, the order of a frame buffer"});
    v.integer("pixel_tile", p.tile, {.min = 2, .max = 1024, .power_of_two = true},
              {.unit = "pixels", .meaning = "side of the tiles of pixel_order tile and morton", .source = "our choice: 16, 256 threads of a GPU"});
    v.real("fovea_radius", p.fovea_radius, {.min = 0.0, .max = 10.0},
           {.unit = "half heights", .meaning = "foveated rendering: every pixel is drawn up to this distance from the picture's centre, one of 2 x 2 up to mid_radius, one of 4 x 4 beyond; 0: every pixel everywhere",
            .source = "three layers as in Guenter et al. 2012, Foveated 3D Graphics; radii our choice"});
    v.real("mid_radius", p.mid_radius, {.min = 0.0, .max = 10.0},
           {.unit = "half heights", .meaning = "with fovea_radius: where the middle layer ends", .source = "our choice: the picture's upper and lower edge"});
  }
};

/// Each pixel of a picture once, in an order. Tiles follow each other row by row, those at the right and lower edge are cut; inside a tile pixels go
/// row by row, or along the Morton curve (x lowest) without the places that were cut. With a fovea only some of them, in the same order: those whose coordinates
/// both are multiples of 1, 2 or 4, by the layer in which the middle of that block lies.
class PixelWalk {
 public:
  PixelWalk(std::uint32_t width, std::uint32_t height, const WalkParams& params);

  [[nodiscard]] std::uint64_t pixels() const { return foveated_ ? chosen_.size() : all(); }
  /// Pixel number `index` of the walk, below pixels().
  [[nodiscard]] Pixel at(std::uint64_t index) const { return place(foveated_ ? chosen_[index] : index); }

 private:
  [[nodiscard]] std::uint64_t all() const { return std::uint64_t{width_} * height_; }
  [[nodiscard]] Pixel place(std::uint64_t index) const;
  void choose(const WalkParams& params);

  std::uint32_t width_, height_, tile_;
  /// Places of a tile along the curve; of a full one, one cut at the right, one cut below, and one cut at both. Empty for the other orders.
  std::array<std::vector<Pixel>, 4> curve_;
  bool foveated_ = false;
  std::vector<std::uint32_t> chosen_;  ///< numbers in the walk of all pixels
};

}  // namespace ngpcsim::workloads
