#pragma once
#include <array>
#include <cstddef>
#include <string>

#include "workloads/import/located_json.h"

namespace ngpcsim::workloads {

/// The pose of frame `index`: `transform_matrix`, else `transform_matrix_start` (a rolling shutter's first row), as 3 x 4 fp32, row-major.
/// Throws InputError with file, line and frame where it is missing, is not 3 or 4 rows of 4 finite numbers, has a fourth row other than
/// 0 0 0 1 (a transposed matrix), or axes that are not independent.
[[nodiscard]] std::array<float, 12> read_pose(const JsonNode& frame, const std::string& file, std::size_t index);

}  // namespace ngpcsim::workloads
