#include "workloads/scenes/rasterize.h"

#include <algorithm>
#include <bit>

#include "sim/base/error.h"

namespace ngpcsim::workloads {
namespace {

/// Half the diagonal of a cube of side 1, sqrt(3) / 2, rounded up.
constexpr double kHalfDiagonal = 0.866025403785;

/// Cubes up to this size lie in the middle half of a cascade wholly or not at all.
constexpr std::uint32_t kWholeSize = OccupancyGrid::kSide / 4;

class CascadePainter {
 public:
  CascadePainter(const std::vector<DistanceBound>& shapes, std::uint32_t cascade, std::uint8_t* bits)
      : shapes_(shapes), side_(static_cast<double>(1u << cascade)), cascade_(cascade), bits_(bits) {}

  void paint() { descend(0, 0, 0, OccupancyGrid::kSide, shapes_.size() == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << shapes_.size()) - 1); }

 private:
  /// The cube of `size` cells from cell (x, y, z) on; `near` has a bit for every shape that may touch it.
  void descend(std::uint32_t x, std::uint32_t y, std::uint32_t z, std::uint32_t size, std::uint64_t near) {
    if (cascade_ > 0 && in_middle(x, y, z, size)) return;
    const double cell = side_ / OccupancyGrid::kSide;
    const auto middle = [&](std::uint32_t first) { return 0.5 - 0.5 * side_ + (first + 0.5 * size) * cell; };
    const Point centre{middle(x), middle(y), middle(z)};
    const double reach = kHalfDiagonal * size * cell;
    // So deep inside a shape that the centre of every cell, at most kHalfDiagonal (size - 1) away, is within half a diagonal of it.
    const double covered = kHalfDiagonal * (2.0 - size) * cell;
    std::uint64_t touching = 0;
    for (std::uint64_t rest = near; rest != 0; rest &= rest - 1) {
      const auto s = static_cast<std::size_t>(std::countr_zero(rest));
      const double distance = shapes_[s](centre);
      if (distance <= covered && size <= kWholeSize) return fill(x, y, z, size);
      if (distance <= reach) touching |= std::uint64_t{1} << s;
    }
    if (touching == 0) return;
    const std::uint32_t half = size / 2;
    for (std::uint32_t octant = 0; octant < 8; ++octant)
      descend(x + (octant & 1) * half, y + (octant >> 1 & 1) * half, z + (octant >> 2) * half, half, touching);
  }

  /// Sets all cells of a cube; in Morton order they follow each other.
  void fill(std::uint32_t x, std::uint32_t y, std::uint32_t z, std::uint32_t size) {
    const std::uint32_t index = morton3(x, y, z);
    if (size == 1) bits_[index >> 3] = static_cast<std::uint8_t>(bits_[index >> 3] | 1u << (index & 7));
    else std::fill_n(bits_ + (index >> 3), size * size * size / 8, std::uint8_t{0xFF});
  }

  /// Whether the cube lies in the middle half, which the finer cascade decides.
  static bool in_middle(std::uint32_t x, std::uint32_t y, std::uint32_t z, std::uint32_t size) {
    constexpr std::uint32_t kFrom = OccupancyGrid::kSide / 4;
    constexpr std::uint32_t kTo = OccupancyGrid::kSide * 3 / 4;
    return x >= kFrom && y >= kFrom && z >= kFrom && x + size <= kTo && y + size <= kTo && z + size <= kTo;
  }

  const std::vector<DistanceBound>& shapes_;
  double side_;
  std::uint32_t cascade_;
  std::uint8_t* bits_;
};

/// Every byte of the finer cascade is 2 x 2 x 2 cells, hence one cell of the coarser one, 32 cells further in.
void pool(const std::uint8_t* fine, std::uint8_t* coarse) {
  constexpr std::uint32_t kOffset = OccupancyGrid::kSide / 4;
  for (std::uint32_t i = 0; i < OccupancyGrid::kBytesPerCascade; ++i) {
    if (fine[i] == 0) continue;
    const std::uint32_t index = morton3(gather_bits(i) + kOffset, gather_bits(i >> 1) + kOffset, gather_bits(i >> 2) + kOffset);
    coarse[index >> 3] = static_cast<std::uint8_t>(coarse[index >> 3] | 1u << (index & 7));
  }
}

}  // namespace

OccupancyGrid rasterize(const std::vector<DistanceBound>& shapes, std::uint32_t cascades) {
  check(shapes.size() <= 64, "{} shapes", shapes.size());
  check(cascades >= 1 && cascades <= OccupancyGrid::kMaxCascades, "{} cascades", cascades);
  OccupancyGrid grid;
  grid.cascades = cascades;
  grid.bits.assign(std::size_t{cascades} * OccupancyGrid::kBytesPerCascade, 0);
  for (std::uint32_t c = 0; c < cascades; ++c) {
    std::uint8_t* bits = grid.bits.data() + std::size_t{c} * OccupancyGrid::kBytesPerCascade;
    CascadePainter(shapes, c, bits).paint();
    if (c > 0) pool(bits - OccupancyGrid::kBytesPerCascade, bits);
  }
  return grid;
}

}  // namespace ngpcsim::workloads
