#pragma once
#include "models/chip/run_record.h"
#include "sim/app/json.h"

namespace ngpcsim::app {

/// `busy`, `stalls` by reason, `total` and `active_cycles` of one block kind or instance, in edges of the block's own clock.
[[nodiscard]] Json block_cycles(const models::BlockRecord& block);

/// The object `blocks` of result.json: one member per kind, with what only that kind has. `direction_encoder` is null where the host encodes.
[[nodiscard]] Json block_results(const models::RunRecord& record);

/// One level: look-ups, accesses and cycles lost to conflicts. `cycles_per_query` is null where no query came.
[[nodiscard]] Json level_result(const models::LevelCounters& level, std::size_t index, std::uint64_t beats);

}  // namespace ngpcsim::app
