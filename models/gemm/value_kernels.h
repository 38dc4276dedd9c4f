#pragma once
#include <cstddef>
#include <cstdint>

/// The loops of gemm_values: a row of A times sixteen columns of B. `a` holds `depth` numbers, `b` sixteen for each of them.
namespace ngpcsim::models {

inline constexpr std::size_t kValueLanes = 16;

/// sums += products, one after the other in order of k, each sum rounded to fp32.
void add_in_order(float* sums, const float* a, const float* b, std::size_t depth);
/// sums += products modulo 2^32.
void add_wrapping(std::int32_t* sums, const std::int32_t* a, const std::int32_t* b, std::size_t depth);
/// sums = the balanced tree over `depth` products and +0 up to `leaves`, a power of two (docs/timing.md, section 5).
void add_in_tree(float* sums, const float* a, const float* b, std::size_t depth, std::size_t leaves);

}  // namespace ngpcsim::models
