#include "models/encoding_engine/corner_lines.h"

#include <bit>

#include "models/common/grid_index.h"
#include "models/common/isa_clones.h"

namespace ngpcsim::models {
namespace {

struct Steps {
  std::array<std::uint32_t, 3> by_axis;   ///< what a step along an axis adds or, hashed, is multiplied with
  std::array<std::uint32_t, 3> of_corner; ///< 1 where the corner is the upper one
};

/// Indices of one corner of all cells, modulo 2^32. In 2-D the third axis steps by 0.
NGPCSIM_ISA_CLONES void sum_indices(const Cells& cells, std::uint32_t count, const Steps& s, std::uint32_t* index) {
  for (std::uint32_t i = 0; i < count; ++i)
    index[i] = (cells.x[i] + s.of_corner[0]) * s.by_axis[0] + (cells.y[i] + s.of_corner[1]) * s.by_axis[1] + (cells.z[i] + s.of_corner[2]) * s.by_axis[2];
}
NGPCSIM_ISA_CLONES void hash_indices(const Cells& cells, std::uint32_t count, const Steps& s, std::uint32_t* index) {
  for (std::uint32_t i = 0; i < count; ++i)
    index[i] = ((cells.x[i] + s.of_corner[0]) * s.by_axis[0]) ^ ((cells.y[i] + s.of_corner[1]) * s.by_axis[1]) ^ ((cells.z[i] + s.of_corner[2]) * s.by_axis[2]);
}

/// Indices of a table of a power of two need no division; of another only those that wrap do.
NGPCSIM_ISA_CLONES void wrap_masked(std::uint32_t count, std::uint32_t mask, std::uint32_t* index) {
  for (std::uint32_t i = 0; i < count; ++i) index[i] &= mask;
}
void wrap_divided(std::uint32_t count, std::uint32_t entries, std::uint32_t* index) {
  for (std::uint32_t i = 0; i < count; ++i)
    if (index[i] >= entries) index[i] %= entries;
}

NGPCSIM_ISA_CLONES void to_lines(std::uint32_t count, std::uint64_t offset, std::uint32_t shift, std::uint32_t* index) {
  for (std::uint32_t i = 0; i < count; ++i) index[i] = static_cast<std::uint32_t>((offset + index[i]) >> shift);
}

}  // namespace

void find_corner_lines(const GridLevel& level, std::uint32_t dims, const Cells& cells, std::uint32_t count, std::uint32_t line_shift, CornerLines& lines) {
  for (std::uint32_t corner = 0; corner < corners_read(level.interpolation, dims); ++corner) {
    Steps steps{.by_axis = level.hashed ? kHashPrimes : level.strides, .of_corner = {corner & 1u, corner >> 1 & 1u, corner >> 2}};
    if (dims == 2) steps.by_axis[2] = 0;
    std::uint32_t* const index = lines.of[corner].data();
    if (level.hashed) hash_indices(cells, count, steps, index);
    else sum_indices(cells, count, steps, index);
    if (std::has_single_bit(level.entries)) wrap_masked(count, level.entries - 1, index);
    else wrap_divided(count, level.entries, index);
    to_lines(count, level.offset, line_shift, index);
  }
}

}  // namespace ngpcsim::models
