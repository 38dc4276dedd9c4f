#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "models/common/dataflow.h"
#include "models/gemm/part.h"
#include "workloads/stream/gemm_list.h"

/// Values of a multiplication (docs/gemm.md, section 6). No value decides an edge.
namespace ngpcsim::models {

/// What decides in which order products are added.
struct GemmValueSetup {
  Dataflow dataflow = Dataflow::kBroadcast;
  std::uint64_t rows = 64;             ///< of the array: leaves of a tree
  std::vector<std::uint64_t> k_parts;  ///< sizes of the parts of a split along K; one part, the whole of K, otherwise
};

/// Where operands come from: the bits of element (`line`, `k`) of member `batch`, line being a row of A or a column of B.
using GemmElements = std::function<std::uint16_t(Operand operand, std::uint64_t batch, std::uint64_t line, std::uint64_t k)>;

/// Seeded operands of multiplication `layer` of a list: numbers between -1 and 1 of several magnitudes, or all of int8.
[[nodiscard]] GemmElements synthetic_elements(const stream::Gemm& gemm, std::size_t layer, std::uint64_t seed);

/// The bits of results `columns.size()` from column `first_col` on of row `row` ... are handed over block by block.
struct GemmResultRun {
  std::uint64_t batch = 0, row = 0, first_col = 0;
  std::span<const std::uint32_t> bits;
};

/// Computes all results, a block at a time, and hands over rows of each block; nothing larger than a block is held.
void multiply(const GemmValueSetup& setup, const stream::Gemm& gemm, const GemmElements& elements, const std::function<void(const GemmResultRun&)>& take);

/// All results: batch x m x n, row-major. fp16 and bf16 in the low half.
[[nodiscard]] std::vector<std::uint32_t> gemm_results(const GemmValueSetup& setup, const stream::Gemm& gemm, const GemmElements& elements);

/// One number for all results: the same for the same bits at the same places.
[[nodiscard]] std::uint64_t gemm_digest(const GemmValueSetup& setup, const stream::Gemm& gemm, const GemmElements& elements);

}  // namespace ngpcsim::models
