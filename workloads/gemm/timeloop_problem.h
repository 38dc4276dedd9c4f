#pragma once
#include <string>
#include <string_view>

#include "workloads/gemm/gemm_file.h"

namespace ngpcsim::workloads {

/// Whether the first line that says something is that of a YAML map ("problem:") and not of a table.
[[nodiscard]] bool looks_like_yaml(std::string_view text);

/// A Timeloop problem as one multiplication: `problem` with `shape` and `instance`, or `instance` alone with the dimensions of a convolution layer
/// (docs/file_formats.md). `text` has no byte order mark. Throws InputError with the line on whatever is no product of two operands.
[[nodiscard]] GemmFile parse_timeloop_problem(std::string_view text, const std::string& file, const GemmReadOptions& options);

}  // namespace ngpcsim::workloads
