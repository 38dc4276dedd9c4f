#pragma once
#include <cstdint>
#include <vector>

#include "models/gemm/array.h"
#include "models/gemm/params.h"
#include "models/gemm/part.h"
#include "workloads/stream/gemm_list.h"

namespace ngpcsim::models {

/// What splitting looks at beside the array.
struct SplitSetup {
  GemmArray array;
  GemmSplit split = GemmSplit::kAuto;
  std::uint64_t nfps = 1;
  /// Memory bandwidth in bytes an edge of the NGPC, as a fraction.
  std::uint64_t bytes_times = 1, bytes_per = 1;
};

/// A multiplication as work for the NFPs (docs/gemm.md, section 5), NFP 0 first.
struct SplitGemm {
  GemmSplit split = GemmSplit::kM;  ///< never kAuto
  std::vector<GemmPart> parts;
  std::vector<GemmPart> reduction;  ///< shares, where parts give sums; empty otherwise
  std::uint64_t end = 0;            ///< address behind its matrices
};

/// Cuts `gemm`, whose matrices lie in memory from `address` on.
[[nodiscard]] SplitGemm split_gemm(const SplitSetup& setup, const stream::Gemm& gemm, std::uint64_t address);

}  // namespace ngpcsim::models
