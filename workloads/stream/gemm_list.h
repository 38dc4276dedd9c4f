#pragma once
#include <cstdint>
#include <string>
#include <vector>

/// Matrix multiplications as a workload: what a reader makes of a user's file and a chip runs.
namespace ngpcsim::stream {

/// Type of both operands. Sums are int32 for int8 and fp32 for the others; results are written as int32 for int8 and in the operands' type otherwise.
enum class OperandType { kInt8, kFp16, kBf16 };

[[nodiscard]] constexpr std::uint32_t operand_bytes(OperandType type) { return type == OperandType::kInt8 ? 1 : 2; }
[[nodiscard]] constexpr std::uint32_t result_bytes(OperandType type) { return type == OperandType::kInt8 ? 4 : 2; }
inline constexpr std::uint32_t kSumBytes = 4;  ///< of a partial sum

/// C (M x N) = A (M x K) times B (K x N), `batch` times with operands of their own. All sizes are at least 1.
struct Gemm {
  std::string name;
  std::uint64_t m = 1, n = 1, k = 1;
  std::uint64_t batch = 1;
  OperandType type = OperandType::kFp16;
};

/// Multiplications run one after the other, in this order.
using GemmList = std::vector<Gemm>;

/// The largest number that a list may lead to: MACs, bytes and cycles are counted in 64 bits, and a reader refuses what would not fit. M N K batch of one
/// multiplication, and of a whole list, stay below it; with at most 8 bytes moved and 1024 cycles spent a MAC nothing derived wraps.
inline constexpr std::uint64_t kMostMacs = std::uint64_t{1} << 53;

}  // namespace ngpcsim::stream
