#pragma once
#include <optional>

#include "models/energy/actions.h"
#include "models/hierarchy/record.h"
#include "sim/app/json.h"

namespace ngpcsim::app {

/// `l2` and `dram` of result.json's `memory` (docs/results.md): what memory `hierarchy` counted, null for others.
void add_hierarchy(Json& memory, const std::optional<models::HierarchyRecord>& record);

/// What the DRAM's energy is counted from: its own account, or the bytes of the requests.
[[nodiscard]] energy::DramActions dram_actions(const std::optional<models::HierarchyRecord>& record, std::uint64_t read_bytes, std::uint64_t write_bytes);

}  // namespace ngpcsim::app
