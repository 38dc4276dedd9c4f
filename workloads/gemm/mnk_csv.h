#pragma once
#include <string>

#include "workloads/stream/gemm_list.h"

namespace ngpcsim::workloads {

/// A list as SCALE-Sim's M,N,K table, which read_gemm_file reads back; the fifth column, the batch, is there where an entry has one. Commas and quotes in
/// names, which SCALE-Sim cannot read, become underscores; the type of the operands has no place in it.
[[nodiscard]] std::string mnk_csv(const stream::GemmList& list);

}  // namespace ngpcsim::workloads
