#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "workloads/stream/gemm_list.h"
#include "workloads/trace/trace_file.h"
#include "workloads/trace/trace_format.h"

namespace ngpcsim::workloads::trace {

/// What a trace of multiplications holds.
struct GemmTrace {
  stream::GemmList list;
  std::vector<std::string> notes;  ///< what the reader of the original list had to say of it
};

/// Writes a trace of multiplications, at least one. Throws InputError where the file cannot be written, or a name is longer than kMaxNameBytes.
void write_gemm_trace(const std::filesystem::path& target, const std::string& workload_xml, const GemmTrace& trace, Compression compression = Compression::kZstd);

/// Reads one. Throws InputError with the byte of the file for whatever is wrong with it, a list whose MACs reach stream::kMostMacs among it.
[[nodiscard]] GemmTrace read_gemm_trace(const TraceFile& file);

}  // namespace ngpcsim::workloads::trace
