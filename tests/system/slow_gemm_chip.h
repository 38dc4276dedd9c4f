#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tests/naive/gemm_setup.h"

/// A slow, independent reading of docs/gemm.md, section 5: controller, arrays, memory and crossings are looked at on every edge of their clocks. Uses no header
/// of the models.
namespace ngpcsim {

enum class SlowSplit { kAuto, kM, kN, kK };

struct SlowGemm {
  std::uint64_t m = 1, n = 1, k = 1, batch = 1;
  naive::GemmType type = naive::GemmType::kFp16;
};

struct SlowGemmSetup {
  naive::GemmArraySetup array;
  SlowSplit split = SlowSplit::kAuto;
  std::uint64_t nfps = 1, dispatch_cycles = 8;
  std::uint64_t ngpc_khz = 1, memory_khz = 1, sync = 1;
  std::uint64_t bytes_per_cycle = 64, memory_latency = 10, outstanding = 16;
  std::vector<SlowGemm> list;
  std::uint64_t seed = 0;  ///< of the operands
};

struct SlowGemmRun {
  std::string edges;  ///< every request as the memory takes it, and what each multiplication and each array counted
  /// Results by multiplication, row-major, as bits.
  std::vector<std::vector<std::uint32_t>> results;
};

[[nodiscard]] SlowGemmRun run_slow_gemm_chip(
    const SlowGemmSetup& setup,
    const std::function<std::uint16_t(std::size_t layer, int operand, std::uint64_t batch, std::uint64_t line, std::uint64_t k)>& bits);

// How both chips write down what they did.
[[nodiscard]] std::string gemm_request_text(std::uint64_t edge, std::uint64_t source, bool write, std::uint64_t address, std::uint64_t bytes);
[[nodiscard]] std::string gemm_account_text(const naive::GemmNaiveAccount& account);

}  // namespace ngpcsim
