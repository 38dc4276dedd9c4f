#pragma once
#include "models/chip/cluster.h"
#include "models/chip/run_record.h"

namespace ngpcsim::models {

/// Everything a finished cluster counted. Checks that every account is complete (InvariantError).
[[nodiscard]] RunRecord collect(const Cluster& cluster, const ChipSetup& setup, const NfpModel& model);

}  // namespace ngpcsim::models
