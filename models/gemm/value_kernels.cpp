#include "models/gemm/value_kernels.h"

#include <array>
#include <bit>
#include <cstring>

#include "models/common/isa_clones.h"
#include "models/common/value_row.h"

namespace ngpcsim::models {
namespace {

/// Sixteen lanes as two registers.
template <class Lanes>
struct Row {
  Lanes low, high;
};

template <class Lanes, class Number>
[[gnu::always_inline]] inline void read(Row<Lanes>& row, const Number* from) {
  std::memcpy(&row.low, from, sizeof row.low);
  std::memcpy(&row.high, from + kValueLanes / 2, sizeof row.high);
}

template <class Lanes, class Number>
[[gnu::always_inline]] inline void write(Number* to, const Row<Lanes>& row) {
  std::memcpy(to, &row.low, sizeof row.low);
  std::memcpy(to + kValueLanes / 2, &row.high, sizeof row.high);
}

template <class Lanes, class Number>
[[gnu::always_inline]] inline void accumulate(Number* sums, const Number* a, const Number* b, std::size_t depth) {
  Row<Lanes> sum, row;
  read(sum, sums);
  for (std::size_t k = 0; k < depth; ++k) {
    read(row, b + k * kValueLanes);
    sum.low += a[k] * row.low;
    sum.high += a[k] * row.high;
  }
  write(sums, sum);
}

}  // namespace

NGPCSIM_ISA_CLONES void add_in_order(float* sums, const float* a, const float* b, std::size_t depth) { accumulate<Floats8>(sums, a, b, depth); }

NGPCSIM_ISA_CLONES void add_wrapping(std::int32_t* sums, const std::int32_t* a, const std::int32_t* b, std::size_t depth) {
  using Unsigned8 [[gnu::vector_size(32)]] = std::uint32_t;
  accumulate<Unsigned8>(reinterpret_cast<std::uint32_t*>(sums), reinterpret_cast<const std::uint32_t*>(a), reinterpret_cast<const std::uint32_t*>(b), depth);
}

/// The tree from its leaves: after leaf k, one subtree is complete for each bit that is set in k + 1; a complete pair is added at once. Subtrees whose right
/// neighbour has no leaf get +0 for it, which once is the same as at every level above.
NGPCSIM_ISA_CLONES void add_in_tree(float* sums, const float* a, const float* b, std::size_t depth, std::size_t leaves) {
  constexpr std::size_t kMostLevels = 64;
  std::array<Row<Floats8>, kMostLevels> trees;  // complete subtrees, the largest first
  std::array<unsigned, kMostLevels> levels;
  std::size_t count = 0;
  for (std::size_t k = 0; k < depth; ++k) {
    Row<Floats8> sum;
    read(sum, b + k * kValueLanes);
    sum.low *= a[k];
    sum.high *= a[k];
    unsigned level = 0;
    for (; count > 0 && levels[count - 1] == level; ++level) {
      --count;
      sum.low = trees[count].low + sum.low;
      sum.high = trees[count].high + sum.high;
    }
    trees[count] = sum;
    levels[count++] = level;
  }
  const auto top = static_cast<unsigned>(std::countr_zero(leaves));
  while (count > 1 || levels[0] < top) {
    Row<Floats8>& last = trees[count - 1];
    const unsigned to = count > 1 ? levels[count - 2] : top;
    if (levels[count - 1] < to) {
      last.low += 0.0f;
      last.high += 0.0f;
      levels[count - 1] = to;
    }
    if (count == 1) break;
    --count;
    trees[count - 1].low += trees[count].low;
    trees[count - 1].high += trees[count].high;
    ++levels[count - 1];
  }
  write(sums, trees[0]);
}

}  // namespace ngpcsim::models
