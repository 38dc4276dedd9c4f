#pragma once
#include <cstdint>

namespace ngpcsim::models {

/// Where every edge of an array went while GEMMs ran (docs/gemm.md, section 4).
struct GemmAccount {
  std::uint64_t fill = 0, stream = 0;
  std::uint64_t output_full = 0, drain = 0, weights = 0, dependency = 0, memory = 0, write_back = 0, idle = 0;

  [[nodiscard]] constexpr std::uint64_t busy() const { return fill + stream; }
  [[nodiscard]] constexpr std::uint64_t total() const { return busy() + output_full + drain + weights + dependency + memory + write_back + idle; }
  constexpr GemmAccount& operator+=(const GemmAccount& other) {
    fill += other.fill, stream += other.stream, output_full += other.output_full, drain += other.drain, weights += other.weights;
    dependency += other.dependency, memory += other.memory, write_back += other.write_back, idle += other.idle;
    return *this;
  }
  friend constexpr bool operator==(const GemmAccount&, const GemmAccount&) = default;
};

/// What an array did, for time and energy.
struct GemmCounters {
  GemmAccount account;
  std::uint64_t active_cycles = 0;                       ///< from the first step to the last result, summed over parts
  std::uint64_t folds = 0, load_steps = 0, stream_steps = 0;
  std::uint64_t macs_useful = 0, macs_clocked = 0;
  std::uint64_t reduction_adds = 0;                      ///< of 4-byte sums
  std::uint64_t operand_a_bytes = 0, operand_b_bytes = 0;  ///< asked of the memory (or, with unlimited supply, what would be)
  std::uint64_t result_bytes = 0;                        ///< written
  std::uint64_t store_read_bytes = 0, store_write_bytes = 0;  ///< of the operand store
  std::uint64_t accumulator_reads = 0, accumulator_writes = 0;  ///< sums of 4 bytes

  constexpr GemmCounters& operator+=(const GemmCounters& other) {
    account += other.account;
    active_cycles += other.active_cycles, folds += other.folds, load_steps += other.load_steps, stream_steps += other.stream_steps;
    macs_useful += other.macs_useful, macs_clocked += other.macs_clocked, reduction_adds += other.reduction_adds;
    operand_a_bytes += other.operand_a_bytes, operand_b_bytes += other.operand_b_bytes, result_bytes += other.result_bytes;
    store_read_bytes += other.store_read_bytes, store_write_bytes += other.store_write_bytes;
    accumulator_reads += other.accumulator_reads, accumulator_writes += other.accumulator_writes;
    return *this;
  }
  friend constexpr bool operator==(const GemmCounters&, const GemmCounters&) = default;
};

}  // namespace ngpcsim::models
