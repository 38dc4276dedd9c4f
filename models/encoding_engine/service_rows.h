#pragma once
#include <array>
#include <cstdint>

#include "models/encoding_engine/cells.h"

namespace ngpcsim::models {

/// Adds the number of queries with each value 0..8 to `histogram`; `any_zero` says whether there may be a 0.
void add_histogram(const std::uint8_t* fullest, std::uint32_t count, bool any_zero, std::array<std::uint64_t, 9>& histogram);

/// Accesses to the fullest bank of one pass of up to Cells::kCapacity queries, level by level: a row per lane.
struct FullestRows {
  static constexpr std::uint32_t kMaxLanes = 64;
  alignas(32) std::uint8_t row[kMaxLanes][Cells::kCapacity];
};

/// `service[i * stride + lane] = rows.row[lane][i] * beats`, or added to it, for `count` queries and the first `lanes` lanes.
void scatter_rows(const FullestRows& rows, std::uint32_t lanes, std::uint32_t count, std::uint16_t beats, bool add, std::uint16_t* service, std::uint32_t stride);

}  // namespace ngpcsim::models
