#include "models/encoding_engine/service_rows.h"

#include <algorithm>
#include <cstring>

#include "models/common/isa_clones.h"

namespace ngpcsim::models {

namespace {

using Bytes32 [[gnu::vector_size(32)]] = std::uint8_t;

/// Sum of 32 bytes, each at most 63.
[[gnu::always_inline]] inline std::uint64_t sum_of(const Bytes32& bytes) {
  constexpr std::uint64_t kEven = 0x00FF00FF00FF00FF;
  std::uint64_t words[4];
  std::memcpy(words, &bytes, sizeof words);
  const std::uint64_t columns = words[0] + words[1] + words[2] + words[3];  // at most 252 per byte
  return (((columns & kEven) + ((columns >> 8) & kEven)) * 0x0001000100010001) >> 48;
}

}  // namespace

/// Values 0 and 2..8 are counted, 1 is what is left.
NGPCSIM_ISA_CLONES void add_histogram(const std::uint8_t* fullest, std::uint32_t count, bool any_zero, std::array<std::uint64_t, 9>& histogram) {
  constexpr std::uint32_t kBytes = sizeof(Bytes32);
  constexpr std::uint32_t kMostVectors = 63;
  std::uint32_t i = 0;
  while (count - i >= kBytes) {
    const std::uint32_t vectors = std::min(kMostVectors, (count - i) / kBytes);
    Bytes32 zeros = {};
    Bytes32 found[7] = {};
    for (const std::uint32_t end = i + vectors * kBytes; i < end; i += kBytes) {
      Bytes32 values;
      std::memcpy(&values, fullest + i, sizeof values);
      for (std::uint8_t n = 0; n < 7; ++n) found[n] -= reinterpret_cast<Bytes32>(values == static_cast<std::uint8_t>(n + 2));
      if (any_zero) zeros -= reinterpret_cast<Bytes32>(values == 0);
    }
    std::uint64_t rest = std::uint64_t{vectors} * kBytes;
    for (std::size_t n = 0; n < 7; ++n) {
      const std::uint64_t here = sum_of(found[n]);
      histogram[n + 2] += here;
      rest -= here;
    }
    const std::uint64_t none = any_zero ? sum_of(zeros) : 0;
    histogram[0] += none;
    histogram[1] += rest - none;
  }
  for (; i < count; ++i) ++histogram[fullest[i]];
}

namespace {

using Half [[gnu::vector_size(16)]] = std::uint8_t;
using Wide [[gnu::vector_size(32)]] = std::uint16_t;

/// Sixteen rows of sixteen bytes become sixteen columns: four rounds of interleaving row k with row k + 8.
[[gnu::always_inline]] inline void transpose_16x16(Half (&m)[16]) {
  for (int round = 0; round < 4; ++round) {
    Half t[16];
    for (int k = 0; k < 8; ++k) {
      t[2 * k] = __builtin_shufflevector(m[k], m[k + 8], 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
      t[2 * k + 1] = __builtin_shufflevector(m[k], m[k + 8], 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
    }
    std::memcpy(m, t, sizeof t);
  }
}

/// Sixteen lanes of sixteen queries, set and not added: the usual case.
[[gnu::always_inline]] inline void scatter_16x16(const FullestRows& rows, std::uint32_t lane, std::uint32_t query, std::uint16_t beats, std::uint16_t* service,
                                                 std::uint32_t stride) {
  Half m[16];
  for (std::uint32_t l = 0; l < 16; ++l) std::memcpy(&m[l], &rows.row[lane + l][query], sizeof m[l]);
  transpose_16x16(m);
  for (std::uint32_t q = 0; q < 16; ++q) {
    const Wide wide = __builtin_convertvector(m[q], Wide) * beats;
    std::memcpy(service + std::size_t{query + q} * stride + lane, &wide, sizeof wide);
  }
}

}  // namespace

NGPCSIM_ISA_CLONES void scatter_rows(const FullestRows& rows, std::uint32_t lanes, std::uint32_t count, std::uint16_t beats, bool add, std::uint16_t* service,
                                     std::uint32_t stride) {
  const std::uint32_t whole_lanes = add ? 0 : lanes / 16 * 16, whole_queries = count / 16 * 16;
  for (std::uint32_t lane = 0; lane < whole_lanes; lane += 16)
    for (std::uint32_t query = 0; query < whole_queries; query += 16) scatter_16x16(rows, lane, query, beats, service, stride);
  for (std::uint32_t lane = 0; lane < lanes; ++lane) {
    for (std::uint32_t query = lane < whole_lanes ? whole_queries : 0; query < count; ++query) {
      std::uint16_t& to = service[std::size_t{query} * stride + lane];
      to = static_cast<std::uint16_t>((add ? to : 0) + rows.row[lane][query] * beats);
    }
  }
}

}  // namespace ngpcsim::models
