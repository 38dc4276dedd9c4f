#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace ngpcsim::models {

/// Queries whose values are computed together: lanes are queries, so that each of them goes through the operations in the order of docs/timing.md, section 5.
inline constexpr std::size_t kRowQueries = 16;

/// Eight lanes of fp32, or of their bits: one register on machines with 256-bit vectors, two elsewhere. Passed by reference only, as Lanes8 (lane_vector.h).
using Floats8 [[gnu::vector_size(32)]] = float;
using Bits8 [[gnu::vector_size(32)]] = std::int32_t;

/// One number of each query of a block: a coordinate, a feature, what a neuron gives. fp16 numbers are kept as the fp32 numbers that equal them.
struct alignas(64) ValueRow {
  static constexpr std::size_t kParts = kRowQueries / 8;
  std::array<float, kRowQueries> lanes;
};
static_assert(ValueRow::kParts == 2, "kernels that hold both parts of a row in registers name them");

[[gnu::always_inline]] inline void load(Floats8& part, const ValueRow& row, std::size_t n) { std::memcpy(&part, row.lanes.data() + 8 * n, sizeof part); }
[[gnu::always_inline]] inline void store(ValueRow& row, std::size_t n, const Floats8& part) { std::memcpy(row.lanes.data() + 8 * n, &part, sizeof part); }

}  // namespace ngpcsim::models
