#pragma once
#include <string>

#include "models/chip/run_record.h"

namespace ngpcsim {

/// Every field of a record, one a line.
[[nodiscard]] std::string record_text(const models::RunRecord& record);

}  // namespace ngpcsim
