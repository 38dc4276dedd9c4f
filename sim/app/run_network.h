#pragma once
#include <optional>
#include <string_view>
#include <vector>

#include "models/nfp/float_network.h"
#include "models/nfp/functional_network.h"
#include "sim/app/run_config.h"

namespace ngpcsim::app {

/// Throws InputError for `flag`, which asks for values, where the grid SRAMs are paged: partial sums are then rounded in the order of pages.
void require_whole_tables(const RunConfig& config, std::string_view flag);

/// What the NFPs of a run compute: with the parameters of the workload's snapshot, or with synthetic ones where it has none. Throws InputError where the snapshot
/// has no parameters, and as require_whole_tables().
[[nodiscard]] models::FunctionalNetwork functional_network(const RunConfig& config, const std::vector<models::GridLevel>& levels, std::string_view flag);

/// The same network in fp32. Needs a snapshot with parameters.
[[nodiscard]] models::FloatNetwork float_network(const RunConfig& config, const std::vector<models::GridLevel>& levels);

}  // namespace ngpcsim::app
