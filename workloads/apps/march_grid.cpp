#include "workloads/apps/march_grid.h"

#include "sim/base/error.h"

namespace ngpcsim::workloads {

MarchGrid::MarchGrid(const OccupancyGrid& grid, std::uint32_t cascades)
    : cascades_(cascades), words_(std::size_t{cascades} * kWordsPerCascade + kWordsPerPlane + kWordsPerRow + 1) {
  check(cascades >= 1 && cascades <= grid.cascades, "{} cascades wanted, {} present", cascades, grid.cascades);
  for (std::uint32_t c = 0; c < cascades; ++c) {
    std::uint32_t* plane = words_.data() + std::size_t{c} * kWordsPerCascade;
    const std::uint8_t* bytes = grid.bits.data() + std::size_t{c} * OccupancyGrid::kBytesPerCascade;
    for (std::uint32_t i = 0; i < OccupancyGrid::kBytesPerCascade; ++i) {
      const std::uint32_t byte = bytes[i];
      if (byte == 0) continue;
      // A byte is a block of 2 x 2 x 2 cells: two bits for each of its four rows.
      const std::uint32_t x = gather_bits(i) * 2;
      const std::uint32_t y = gather_bits(i >> 1) * 2;
      const std::uint32_t z = gather_bits(i >> 2) * 2;
      std::uint32_t* row = plane + z * kWordsPerPlane + y * kWordsPerRow + (x >> 5);
      const std::uint32_t shift = x & 31;
      row[0] |= (byte & 3) << shift;
      row[kWordsPerRow] |= (byte >> 2 & 3) << shift;
      row[kWordsPerPlane] |= (byte >> 4 & 3) << shift;
      row[kWordsPerPlane + kWordsPerRow] |= (byte >> 6) << shift;
    }
  }
}

}  // namespace ngpcsim::workloads
