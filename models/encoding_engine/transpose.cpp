#include "models/encoding_engine/service_rows.h"

#include <algorithm>
#include <cstring>

namespace ngpcsim::models {
namespace {

using Half [[gnu::vector_size(16)]] = std::uint16_t;

/// Interleaves the low (or high) four elements of two vectors.
[[gnu::always_inline]] inline Half low(Half a, Half b) { return __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11); }
[[gnu::always_inline]] inline Half high(Half a, Half b) { return __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15); }

/// Eight rows of eight become eight columns: three rounds of interleaving row k with row k + 4.
[[gnu::always_inline]] inline void transpose_8x8(Half (&m)[8]) {
  for (int round = 0; round < 3; ++round) {
    const Half t[8] = {low(m[0], m[4]), high(m[0], m[4]), low(m[1], m[5]), high(m[1], m[5]),
                       low(m[2], m[6]), high(m[2], m[6]), low(m[3], m[7]), high(m[3], m[7])};
    std::copy(t, t + 8, m);
  }
}

}  // namespace

void transpose_services(const std::uint16_t* rows, std::uint32_t row_stride, std::uint32_t lanes, std::uint32_t count, std::uint16_t* to,
                        std::uint32_t stride) {
  for (std::uint32_t lane = 0; lane < stride; lane += 8) {
    const std::uint32_t used = lane < lanes ? std::min(8u, lanes - lane) : 0;
    for (std::uint32_t i = 0; i < count; i += 8) {
      Half m[8] = {};
      const std::uint32_t n = std::min(8u, count - i);
      if (n == 8)
        for (std::uint32_t l = 0; l < used; ++l) std::memcpy(&m[l], rows + (lane + l) * row_stride + i, 16);
      else
        for (std::uint32_t l = 0; l < used; ++l) std::memcpy(&m[l], rows + (lane + l) * row_stride + i, n * 2);
      transpose_8x8(m);
      for (std::uint32_t q = 0; q < n; ++q) std::memcpy(to + (i + q) * stride + lane, &m[q], 16);
    }
  }
}

}  // namespace ngpcsim::models
