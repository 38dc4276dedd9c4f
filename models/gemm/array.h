#pragma once
#include <cstdint>

#include "models/common/dataflow.h"

namespace ngpcsim::models {

/// What of an NFP decides the edges of a multiplication (docs/gemm.md), resolved. Sizes in bytes.
struct GemmArray {
  Dataflow dataflow = Dataflow::kBroadcast;
  std::uint64_t rows = 64, cols = 64;
  std::uint64_t latency = 10;     ///< of `broadcast`
  std::uint64_t load_width = 128; ///< values a load step of `broadcast`
  bool prefetch = true;
  bool unlimited = false;         ///< operands are always there, results always have room
  std::uint64_t operand_queue = 32768, result_queue = 32768;
  std::uint64_t operand_store = 1 << 20, accumulator = 1 << 20;
  std::uint64_t request = 1024;

  [[nodiscard]] constexpr bool systolic() const { return dataflow != Dataflow::kBroadcast; }
  /// D: edges from the entry of a step to its last result.
  [[nodiscard]] constexpr std::uint64_t depth() const { return systolic() ? rows + cols - 2 : latency - 1; }
  /// X: edges after which no element needs any more what a step used.
  [[nodiscard]] constexpr std::uint64_t hold() const { return systolic() ? rows + cols - 2 : 0; }
  /// H: edges after which a sum that left the array can enter it again.
  [[nodiscard]] constexpr std::uint64_t turnaround() const { return systolic() ? rows : latency; }
};

}  // namespace ngpcsim::models
