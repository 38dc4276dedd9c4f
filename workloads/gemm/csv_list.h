#pragma once
#include <string>
#include <string_view>

#include "workloads/gemm/gemm_file.h"

namespace ngpcsim::workloads {

/// A list in a table: SCALE-Sim's two kinds, mNPUsim's, DeepBench's (docs/file_formats.md). `text` has no byte order mark.
[[nodiscard]] GemmFile parse_csv_list(std::string_view text, const std::string& file, const GemmReadOptions& options);

}  // namespace ngpcsim::workloads
