#pragma once
#include <cstdint>
#include <initializer_list>
#include <optional>

#include "workloads/stream/gemm_list.h"

namespace ngpcsim::workloads {

/// The product of factors of at least 1, or nothing where it reaches stream::kMostMacs.
[[nodiscard]] constexpr std::optional<std::uint64_t> bounded_product(std::initializer_list<std::uint64_t> factors) {
  std::uint64_t product = 1;
  for (const std::uint64_t factor : factors) {
    if (factor > (stream::kMostMacs - 1) / product) return std::nullopt;
    product *= factor;
  }
  return product;
}

/// Multiply-accumulates of one entry of a list that a reader let pass.
[[nodiscard]] constexpr std::uint64_t macs_of(const stream::Gemm& gemm) { return gemm.m * gemm.n * gemm.k * gemm.batch; }

[[nodiscard]] inline std::uint64_t macs_of(const stream::GemmList& list) {
  std::uint64_t sum = 0;
  for (const stream::Gemm& gemm : list) sum += macs_of(gemm);
  return sum;
}

}  // namespace ngpcsim::workloads
