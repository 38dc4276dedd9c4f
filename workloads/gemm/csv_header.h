#pragma once
#include <string>

#include "workloads/gemm/csv_reader.h"
#include "workloads/gemm/gemm_file.h"

namespace ngpcsim::workloads {

/// What the optional columns after the sizes hold, as far as the header says.
enum class ExtraColumn { kUnnamed, kBatch, kSparsity, kStride, kOther };

/// The columns of a list, told from its first row.
struct CsvHeader {
  GemmFormat format = GemmFormat::kScaleSimGemm;
  ExtraColumn extra = ExtraColumn::kUnnamed;  ///< the first column after the sizes
  std::string extra_name;
};

/// Recognises a header by its cells, upper and lower case and everything but letters and digits left aside. Throws InputError at the row where it is
/// none: no header at all (SCALE-Sim would drop the first row of sizes), M, N and K in another order, or columns of something else.
[[nodiscard]] CsvHeader recognise_header(const CsvRow& row, const std::string& file);

}  // namespace ngpcsim::workloads
