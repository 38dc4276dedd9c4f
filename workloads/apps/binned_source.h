#pragma once
#include <cstdint>
#include <memory>

#include "workloads/stream/query_stream.h"

namespace ngpcsim::workloads {

/// Cells a side of the grid by which queries are binned.
inline constexpr std::uint32_t kMostBinSide = 64;

/// The queries of another source, each round sorted by the cell of a grid of side^dims over the unit cube, cells along the Morton curve, those of one cell in
/// the order in which they came. Neighbours in space follow each other, whatever ray they belong to. `side` is a power of two from 2 to kMostBinSide.
[[nodiscard]] std::unique_ptr<stream::QuerySource> bin_queries(std::unique_ptr<stream::QuerySource> source, std::uint32_t side);

}  // namespace ngpcsim::workloads
