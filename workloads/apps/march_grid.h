#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "workloads/import/occupancy.h"

namespace ngpcsim::workloads {

/// An occupancy grid laid out for marching: rows of x as four 32-bit words, so that a cell's place is a few shifts instead of a bit
/// interleave. Cell (x, y, z) of cascade c is bit x % 32 of word ((c 128 + z) 128 + y) 4 + x / 32. One row, one plane and one word past the
/// end are readable (as empty), because a position on the far face of the cube has the cell number 128.
class MarchGrid {
 public:
  static constexpr std::uint32_t kSide = OccupancyGrid::kSide;
  static constexpr std::uint32_t kWordsPerRow = kSide / 32;
  static constexpr std::uint32_t kWordsPerPlane = kSide * kWordsPerRow;
  static constexpr std::uint32_t kWordsPerCascade = kSide * kWordsPerPlane;

  /// Takes the first `cascades` cascades of `grid`, which has at least as many.
  MarchGrid(const OccupancyGrid& grid, std::uint32_t cascades);

  [[nodiscard]] const std::uint32_t* words() const { return words_.data(); }
  [[nodiscard]] std::uint32_t cascades() const { return cascades_; }

  [[nodiscard]] bool occupied(std::uint32_t cascade, std::uint32_t x, std::uint32_t y, std::uint32_t z) const {
    return (words_[std::size_t{cascade} * kWordsPerCascade + z * kWordsPerPlane + y * kWordsPerRow + (x >> 5)] >> (x & 31) & 1) != 0;
  }

 private:
  std::uint32_t cascades_;
  std::vector<std::uint32_t> words_;
};

}  // namespace ngpcsim::workloads
