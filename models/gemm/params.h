#pragma once
#include <array>
#include <cstdint>

#include "sim/config/describe.h"

namespace ngpcsim::models {

/// Where the operands of a GEMM come from: the memory, or nowhere (they are always there, results always have room).
enum class GemmSupply { kMemory, kUnlimited };
inline constexpr std::array<config::Choice<GemmSupply>, 2> kGemmSupplies{{{GemmSupply::kMemory, "memory"}, {GemmSupply::kUnlimited, "unlimited"}}};

/// The dimension along which a GEMM is cut into parts for the NFPs.
enum class GemmSplit { kAuto, kM, kN, kK };
inline constexpr std::array<config::Choice<GemmSplit>, 4> kGemmSplits{{{GemmSplit::kAuto, "auto"}, {GemmSplit::kM, "m"}, {GemmSplit::kN, "n"}, {GemmSplit::kK, "k"}}};

/// How GEMM lists run on the MLP engines (docs/gemm.md). Sizes are those of one NFP.
struct GemmUnitParams {
  GemmSupply supply = GemmSupply::kMemory;
  GemmSplit split = GemmSplit::kAuto;
  bool prefetch = true;
  std::uint32_t operand_queue_bytes = 32768;
  std::uint64_t operand_store_bytes = 1 << 20;
  std::uint64_t accumulator_bytes = 1 << 20;
  std::uint32_t result_queue_bytes = 32768;
  std::uint32_t request_bytes = 4096;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    v.choice("supply", p.supply, kGemmSupplies, {.unit = "", .meaning = "where operands come from: memory, or unlimited: they are always there, and results always have room (idealised)", .source = "our choice: what a chip has"});
    v.choice("split", p.split, kGemmSplits, {.unit = "", .meaning = "dimension along which a GEMM is cut for the NFPs; auto: the one with the smallest estimate", .source = "our choice"});
    v.flag("prefetch", p.prefetch, {.unit = "", .meaning = "folds follow each other without a gap, the next operand loading while the present one is used", .source = "our choice: second registers in each element; SCALE-Sim v3 counts without"});
    v.integer("operand_queue_bytes", p.operand_queue_bytes, {.min = 64, .max = 1 << 26}, {.unit = "B", .meaning = "queue of each operand in front of the array", .source = "our choice: covers 200 ns of a 64 x 64 array's operands"});
    v.integer("operand_store_bytes", p.operand_store_bytes, {.min = 0, .max = std::uint64_t{1} << 40}, {.unit = "B", .meaning = "SRAM for operands that are used again", .source = "our choice: the size of one grid SRAM"});
    v.integer("accumulator_bytes", p.accumulator_bytes, {.min = 1024, .max = std::uint64_t{1} << 40}, {.unit = "B", .meaning = "SRAM for partial sums, 4 bytes each; systolic_os needs none", .source = "our choice: the size of one grid SRAM"});
    v.integer("result_queue_bytes", p.result_queue_bytes, {.min = 64, .max = 1 << 26}, {.unit = "B", .meaning = "results on their way to the memory", .source = "our choice: as an operand queue"});
    v.integer("request_bytes", p.request_bytes, {.min = 16, .max = 65536, .power_of_two = true}, {.unit = "B", .meaning = "size of a request for operands or of results", .source = "our choice: as a request that loads tables"});
  }
};

}  // namespace ngpcsim::models
