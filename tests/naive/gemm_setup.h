#pragma once
#include <cstdint>
#include <string>
#include <vector>

/// What the naive array of docs/gemm.md is built from and what it leaves behind. Nothing here is shared with the model.
namespace ngpcsim::naive {

enum class GemmFlow { kBroadcast, kOs, kWs, kIs };
enum class GemmType { kInt8, kFp16, kBf16 };

[[nodiscard]] constexpr std::uint64_t size_of(GemmType type) { return type == GemmType::kInt8 ? 1 : 2; }
[[nodiscard]] constexpr std::uint64_t result_size_of(GemmType type) { return type == GemmType::kInt8 ? 4 : 2; }

/// Rules of the sequencer broken on purpose: the elements must find out.
enum class GemmFault { kNone, kLoadTooEarly, kSumTooEarly, kColumnTooEarly };

struct GemmArraySetup {
  GemmFlow flow = GemmFlow::kOs;
  std::uint64_t rows = 4, cols = 4, latency = 4, load_width = 4;
  bool prefetch = true, unlimited = false;
  std::uint64_t operand_queue = 256, result_queue = 256, store = 0, accumulator = 1024, request = 16;
  GemmFault fault = GemmFault::kNone;
};

/// What one array does of one multiplication. A reduction adds the sums of `addends` parts for n outputs, and has m = k = batch = 1.
struct GemmJob {
  GemmType type = GemmType::kFp16;
  std::uint64_t m = 1, n = 1, k = 1, batch = 1;
  bool sums = false;  ///< results are sums of 4 bytes, for a reduction
  std::uint64_t addends = 0;
  /// Bytes: of the first member of the batch, and from one member to the next.
  std::uint64_t a_address = 0, b_address = 0, c_address = 0, a_pitch = 0, b_pitch = 0, c_pitch = 0;
};

struct GemmNaiveAccount {
  std::uint64_t fill = 0, stream = 0, output_full = 0, drain = 0, weights = 0, dependency = 0, memory = 0, write_back = 0, idle = 0;
};

enum class GemmAccess { kReadA, kReadB, kWrite };

struct GemmRequest {
  GemmAccess access;
  std::uint64_t address, bytes;
};

}  // namespace ngpcsim::naive
