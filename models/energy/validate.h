#pragma once
#include <string>
#include <vector>

#include "models/energy/table.h"
#include "sim/base/error.h"

namespace ngpcsim::energy {

/// Rejects a table whose rows cannot be of one device type: leakage per KiB that differs by more than 10x between rows, or that belongs to
/// the other device type (hp cells leak about 1 mW per KiB at 45 nm, lstp cells 0.0002; the border is 0.01). Throws InputError naming the
/// rows; `at` is the file of the table.
void require_one_device(const EnergyTable& table, const InputLocation& at);

/// Sentences about sources that do not compare with each other; empty for a consistent table.
[[nodiscard]] std::vector<std::string> source_warnings(const EnergyTable& table);

}  // namespace ngpcsim::energy
