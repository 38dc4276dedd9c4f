#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>

#include "models/chip/chip.h"
#include "tests/system/slow_chip.h"
#include "tests/unit/models/random_grid.h"
#include "workloads/stream/query_stream.h"

/// A chip's parameters and queries as the slow chip sees them, worked out with the plain look-up of the naive twin.
namespace ngpcsim {

/// S of docs/timing.md: engines that hold a level together.
[[nodiscard]] std::uint32_t shards(const models::EncodingEngineParams& engine, std::uint32_t levels);
/// Edges that an access keeps its bank.
[[nodiscard]] std::uint64_t beats(const RandomGrid& grid, const models::EncodingEngineParams& engine);
/// Bytes of the tables of a lane: levels lane, lane + engines, ...
[[nodiscard]] std::uint64_t lane_bytes(const RandomGrid& grid, const models::EncodingEngineParams& engine, std::size_t lane);

/// All but the loads of weights.
[[nodiscard]] SlowPipelineSetup slow_pipeline(const models::ChipParams& chip, std::uint32_t levels);
/// None in another mode of the grid SRAM.
[[nodiscard]] std::optional<SlowGridCacheSetup> slow_cache(const RandomGrid& grid, const models::EncodingEngineParams& engine);
[[nodiscard]] std::optional<SlowPagingSetup> slow_paging(const RandomGrid& grid, const models::ChipParams& chip);
[[nodiscard]] SlowRound slow_round(const stream::Queries& queries, const RandomGrid& grid, const models::EncodingEngineParams& engine);

}  // namespace ngpcsim
