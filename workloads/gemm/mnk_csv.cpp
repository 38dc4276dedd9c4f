#include "workloads/gemm/mnk_csv.h"

#include <algorithm>

#include <fmt/format.h>

namespace ngpcsim::workloads {

std::string mnk_csv(const stream::GemmList& list) {
  const bool batched = std::any_of(list.begin(), list.end(), [](const stream::Gemm& gemm) { return gemm.batch > 1; });
  std::string text = batched ? "Layer,M,N,K,Batch,\n" : "Layer,M,N,K,\n";
  for (const stream::Gemm& gemm : list) {
    std::string name = gemm.name;
    std::replace_if(name.begin(), name.end(), [](char c) { return c == ',' || c == '"'; }, '_');
    text += fmt::format("{},{},{},{},", name, gemm.m, gemm.n, gemm.k) + (batched ? fmt::format("{},\n", gemm.batch) : "\n");
  }
  return text;
}

}  // namespace ngpcsim::workloads
