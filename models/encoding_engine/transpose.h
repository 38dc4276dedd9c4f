#pragma once
#include <cstdint>

namespace ngpcsim::models {

/// `to[i * stride + lane] = rows[lane * row_stride + i]` for `count` queries and `lanes` rows; elements from `lanes` to `stride` become 0.
/// `stride` is a multiple of 8.
void transpose_services(const std::uint16_t* rows, std::uint32_t row_stride, std::uint32_t lanes, std::uint32_t count, std::uint16_t* to,
                        std::uint32_t stride);

}  // namespace ngpcsim::models
