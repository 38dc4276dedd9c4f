#pragma once
#include <array>
#include <cstdint>

#include "workloads/stream/gemm_list.h"

namespace ngpcsim::models {

/// The two operands of a multiplication, as an index: C = A B.
enum class Operand : std::uint8_t { kA, kB };
inline constexpr std::array kOperands{Operand::kA, Operand::kB};
[[nodiscard]] constexpr std::size_t index(Operand operand) { return static_cast<std::size_t>(operand); }
[[nodiscard]] constexpr Operand other(Operand operand) { return operand == Operand::kA ? Operand::kB : Operand::kA; }

/// Where a matrix of a part lies: the first byte of the first member of the batch, and the bytes from one member to the next.
struct MatrixPlace {
  std::uint64_t address = 0, pitch = 0;
};

/// What one NFP does of one multiplication: a product, or its share of a reduction.
struct GemmPart {
  std::uint64_t m = 1, n = 1, k = 1, batch = 1;
  std::uint64_t operand_bytes = 2, result_bytes = 2;  ///< of an element; sums of a split along K have 4 bytes
  std::array<MatrixPlace, 2> operands;                ///< by Operand; a reduction reads sums as A
  MatrixPlace results;
  std::uint64_t addends = 0;  ///< parts whose sums a reduction adds: then m = 1, n outputs, k = 1 and no batch; 0 in a product

  [[nodiscard]] bool reduction() const { return addends > 0; }
  [[nodiscard]] std::uint64_t outputs() const { return m * n * batch; }
};

}  // namespace ngpcsim::models
