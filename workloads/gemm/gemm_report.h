#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace ngpcsim::workloads {

/// What a file is, in lines for people: the format, how many multiplications and multiply-accumulates, the largest one, the notes. Throws what
/// read_gemm_file throws.
[[nodiscard]] std::vector<std::string> describe_gemm_file(const std::filesystem::path& file);

}  // namespace ngpcsim::workloads
