#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/config/describe.h"
#include "workloads/apps/path_context.h"
#include "workloads/stream/gemm_list.h"

namespace ngpcsim::workloads {

inline constexpr std::array<config::Choice<stream::OperandType>, 3> kOperandTypes{
    {{stream::OperandType::kInt8, "int8"}, {stream::OperandType::kFp16, "fp16"}, {stream::OperandType::kBf16, "bf16"}}};

/// A workload of application `gemm` as the user writes it: the list of a file or a part of it, or one multiplication by its sizes.
struct GemmParams {
  std::string list;
  std::uint64_t m = 0;
  std::uint64_t n = 0;
  std::uint64_t k = 0;
  stream::OperandType operand_type = stream::OperandType::kFp16;
  std::uint64_t batch = 1;
  std::uint64_t first = 0;
  std::uint64_t count = 0;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    constexpr auto kMost = static_cast<std::int64_t>(stream::kMostMacs - 1);
    v.text("list", p.list,
           {.unit = "",
            .meaning = "file with the multiplications: SCALE-Sim, mNPUsim, DeepBench or Timeloop; ${NGPCSIM_DATA} is replaced; empty: one of m x n x k",
            .source = "docs/file_formats.md"});
    v.integer("m", p.m, {.min = 0, .max = kMost}, {.unit = "rows", .meaning = "rows of A and of the result; 0 with a list", .source = "our choice"});
    v.integer("n", p.n, {.min = 0, .max = kMost}, {.unit = "columns", .meaning = "columns of B and of the result; 0 with a list", .source = "our choice"});
    v.integer("k", p.k, {.min = 0, .max = kMost}, {.unit = "values", .meaning = "columns of A, rows of B; 0 with a list", .source = "our choice"});
    v.choice("operand_type", p.operand_type, kOperandTypes,
             {.unit = "",
              .meaning = "type of both operands; sums are int32 for int8 and fp32 for the others",
              .source = "our choice: the type of the NGP networks"});
    v.integer("batch", p.batch, {.min = 1, .max = kMost},
              {.unit = "times",
               .meaning = "each multiplication is done so often, with operands of its own, on top of the batch of its row",
               .source = "our choice: as the list says"});
    v.integer("first", p.first, {.min = 0, .max = kMost},
              {.unit = "", .meaning = "number of the first multiplication of the list that is run, counted from 0", .source = "our choice: from the start"});
    v.integer("count", p.count, {.min = 0, .max = kMost},
              {.unit = "", .meaning = "how many multiplications of the list are run; 0: all from the first", .source = "our choice: all"});
  }
};

/// The multiplications of a workload, at least one. What a reader had to say of its file is appended to `notes`. Throws InputError at the parameter's
/// location where neither or both of list and m, n, k are given, where `first` and `count` leave the list, and where batches make the work reach
/// stream::kMostMacs; at the place in the file on whatever its reader rejects.
[[nodiscard]] stream::GemmList make_gemm_list(const GemmParams& params, const PathContext& context, std::vector<std::string>& notes);

}  // namespace ngpcsim::workloads
