#include "models/chip/gemm_values_of.h"

#include "models/chip/gemm_cluster.h"

namespace ngpcsim::models {

GemmValueSetup gemm_value_setup(const ChipParams& chip, const stream::Gemm& gemm) {
  const SplitGemm work = split_gemm(gemm_split(chip), gemm, 0);
  GemmValueSetup setup{.dataflow = chip.nfp.mlp_engine.dataflow, .rows = chip.nfp.mlp_engine.rows, .k_parts = {}};
  if (work.split != GemmSplit::kK) setup.k_parts = {gemm.k};
  else for (const GemmPart& part : work.parts) setup.k_parts.push_back(part.k);
  return setup;
}

}  // namespace ngpcsim::models
