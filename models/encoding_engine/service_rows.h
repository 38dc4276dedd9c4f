#pragma once
#include <array>
#include <cstdint>

namespace ngpcsim::models {

/// Adds the number of queries with each value 0..8 to `histogram`.
void add_histogram(const std::uint8_t* fullest, std::uint32_t count, std::array<std::uint64_t, 9>& histogram);

/// `row[i] = fullest[i] * beats`, or added to it.
void set_services(const std::uint8_t* fullest, std::uint32_t count, std::uint16_t beats, std::uint16_t* row);
void add_services(const std::uint8_t* fullest, std::uint32_t count, std::uint16_t beats, std::uint16_t* row);

/// `to[i * stride + lane] = rows[lane * row_stride + i]` for `count` queries and `lanes` rows; elements from `lanes` to `stride` become 0.
/// `stride` is a multiple of 8.
void transpose_services(const std::uint16_t* rows, std::uint32_t row_stride, std::uint32_t lanes, std::uint32_t count, std::uint16_t* to,
                        std::uint32_t stride);

}  // namespace ngpcsim::models
