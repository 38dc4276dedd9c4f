#include "models/gpu/gemm_time.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ngpcsim::gpu {
namespace {

constexpr double kNarrow = 16.0, kLeastK = 64.0, kSumBytes = 4.0;

/// Both times overlap, but for the ends: a smooth maximum.
double overlapped(double a, double b) {
  const double a2 = a * a, b2 = b * b;
  return std::sqrt(std::sqrt(a2 * a2 + b2 * b2));
}

}  // namespace

double gemm_us(const GemmTimeParams& p, std::uint32_t sms, double memory_gb_s, const GemmProblem& q) {
  const double bytes = q.batch * p.operand_bytes * (q.m * q.k + q.k * q.n + q.m * q.n);
  const double bytes_per_us = memory_gb_s * 1e3;
  const double narrow = p.narrow_efficiency[q.transpose_a ? 1 : 0];
  if (narrow > 0.0 && std::min(q.m, q.n) <= kNarrow) return p.launch_us + bytes / (bytes_per_us * narrow);
  const double memory_us = bytes / (bytes_per_us * p.memory_efficiency);
  const double order = p.operand_order[(q.transpose_a ? 1u : 0u) + (q.transpose_b ? 2u : 0u)];
  const double flop_per_us = p.tflops * 1e6 / sms * order;  // of an SM
  double best = std::numeric_limits<double>::infinity();
  for (std::size_t t = 0; t < kGemmTiles.size(); ++t) {
    const auto& [rows, columns, name] = kGemmTiles[t];
    const double tiles = q.batch * std::min(std::ceil(q.m / rows) * std::ceil(q.n / columns), std::ceil(q.m / columns) * std::ceil(q.n / rows));
    for (double split = 1.0; split == 1.0 || (split <= 16.0 && q.k / split >= kLeastK); split *= 2.0) {
      const double waves = std::ceil(tiles * split / sms);
      const double blocks_us = waves * (p.block_us + 2.0 * rows * columns * (q.k / split) / (flop_per_us * p.tile_efficiency[t]));
      const double sums_us = split > 1.0 ? 2.0 * split * q.batch * q.m * q.n * kSumBytes / (bytes_per_us * p.memory_efficiency) + p.split_us : 0.0;
      best = std::min(best, overlapped(blocks_us, memory_us + sums_us));
    }
  }
  return p.launch_us + best;
}

}  // namespace ngpcsim::gpu
