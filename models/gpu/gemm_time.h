#pragma once
#include <array>
#include <cstdint>
#include <string_view>

#include "sim/config/describe.h"

namespace ngpcsim::gpu {

/// A multiplication as a library runs it: C (m x n) = A (m x k) B (k x n), `batch` times.
struct GemmProblem {
  double m = 1, n = 1, k = 1, batch = 1;
  bool transpose_a = false, transpose_b = false;
};

/// Tiles of C that a block of threads works on; both orientations.
struct GemmTile {
  double rows, columns;
  std::string_view name;
};
inline constexpr std::array<GemmTile, 7> kGemmTiles{{{256, 128, "tile_256x128"}, {128, 128, "tile_128x128"}, {128, 64, "tile_128x64"}, {64, 64, "tile_64x64"}, {64, 32, "tile_64x32"}, {32, 32, "tile_32x32"}, {128, 32, "tile_128x32"}}};

/// How long a GPU's library takes for multiplications: launch, tiles, waves over the SMs, split sums, memory. Rates are those of the data sheet; what is between 0 and 1
/// was fitted to measured times (scripts/fit_gemm_time), on half of the problems, or borrowed.
struct GemmTimeParams {
  double tflops = 142.0;
  std::uint32_t operand_bytes = 2;
  double launch_us = 4.78;
  double block_us = 0.681;
  double memory_efficiency = 1.0;
  double split_us = 2.53;
  std::array<double, 7> tile_efficiency{0.33, 1.0, 0.787, 0.686, 0.419, 0.219, 0.679};
  std::array<double, 4> operand_order{0.87, 0.962, 0.805, 0.807};  ///< bit 0: A transposed, bit 1: B transposed
  std::array<double, 2> narrow_efficiency{0.0, 0.0};        ///< A as it is, A transposed

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    constexpr config::RealRange kShare{.min = 0.001, .max = 1.0}, kUs{.min = 0.0, .max = 1e4};
    constexpr std::string_view kFitted = "our choice: that of another GPU, or fitted (docs/validation.md)";
    v.real("tflops", p.tflops, {.min = 0.01, .max = 1e5}, {.unit = "TFLOP/s", .meaning = "dense peak for the operands' type", .source = "data sheet"});
    v.integer("operand_bytes", p.operand_bytes, {.min = 1, .max = 8}, {.unit = "B", .meaning = "of an element of A, B and C", .source = "fp16 2, fp32 4"});
    v.real("launch_us", p.launch_us, kUs, {.unit = "us", .meaning = "of every multiplication", .source = kFitted});
    v.real("block_us", p.block_us, kUs, {.unit = "us", .meaning = "first loads and last writes of a block of threads", .source = kFitted});
    v.real("memory_efficiency", p.memory_efficiency, kShare, {.unit = "", .meaning = "share of the memory's bandwidth that is reached", .source = kFitted});
    v.real("split_us", p.split_us, kUs, {.unit = "us", .meaning = "of adding up sums that were split along K", .source = kFitted});
    for (std::size_t t = 0; t < kGemmTiles.size(); ++t)
      v.real(kGemmTiles[t].name, p.tile_efficiency[t], kShare, {.unit = "", .meaning = "share of an SM's rate that a block of this tile reaches", .source = kFitted});
    constexpr std::array<std::string_view, 4> kOrders{"order_nn", "order_tn", "order_nt", "order_tt"};
    for (std::size_t o = 0; o < kOrders.size(); ++o)
      v.real(kOrders[o], p.operand_order[o], kShare, {.unit = "", .meaning = "share that is left with A and B transposed (t) or not (n)", .source = kFitted});
    constexpr config::RealRange kShareOrNone{.min = 0.0, .max = 1.0};
    v.real("narrow_n", p.narrow_efficiency[0], kShareOrNone, {.unit = "", .meaning = "share of the bandwidth that the kernel for 16 columns or rows and fewer reaches; 0: there is none", .source = kFitted});
    v.real("narrow_t", p.narrow_efficiency[1], kShareOrNone, {.unit = "", .meaning = "the same with A transposed", .source = kFitted});
  }
};

/// Time of the fastest tile and split (1, 2, 4, 8, 16 along K, of at least 64 each):
///
///   launch + ((waves x (block + 2 tile K / split / rate))^4 + memory^4)^(1/4)
///
/// with waves = ceil(blocks / SMs), rate = TFLOP/s per SM x efficiencies, and memory = bytes of A, B and C, and twice those of split sums, over bandwidth x efficiency,
/// plus split_us where sums are split. At most 16 rows or columns go to the narrow kernel where there is one: launch + bytes over its share of the bandwidth.
[[nodiscard]] double gemm_us(const GemmTimeParams& params, std::uint32_t sms, double memory_gb_s, const GemmProblem& problem);

}  // namespace ngpcsim::gpu
