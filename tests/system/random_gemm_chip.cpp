#include "tests/system/random_gemm_chip.h"

#include <algorithm>
#include <array>
#include <string>

#include "sim/base/rng.h"

namespace ngpcsim {
namespace {

constexpr std::array<std::uint32_t, 4> kClocks{1'500'000, 1'000'000, 1'695'000, 1'218'750};

}  // namespace

RandomGemmChip random_gemm_chip(std::uint64_t seed) {
  Rng rng(mix64(seed + 4711));
  RandomGemmChip c;
  models::ChipParams& chip = c.setup.chip;
  c.setup.where = [](std::string_view path) { return InputLocation{.file = std::string(path)}; };
  c.setup.construction_seed = rng.below(100);
  chip.nfps = 1 + rng.below(5);
  chip.clock_khz = kClocks[rng.below(4)];
  static_cast<models::IdealMemoryParams&>(chip.memory) = {.clock_khz = kClocks[rng.below(4)],
                 .bytes_per_cycle = 1 + rng.below(100),
                 .latency_cycles = 1 + rng.below(60),
                 .outstanding = 1 + rng.below(24),
                 .sync_cycles = 1 + rng.below(3)};
  chip.scheduler.dispatch_cycles = 1 + rng.below(10);
  models::MlpEngineParams& engine = chip.nfp.mlp_engine;
  const std::uint32_t flow = rng.below(4);
  engine.dataflow = std::array{models::Dataflow::kBroadcast, models::Dataflow::kSystolicOs, models::Dataflow::kSystolicWs, models::Dataflow::kSystolicIs}[flow];
  engine.rows = flow == 0 ? 1U << rng.below(4) : 1 + rng.below(5);
  engine.cols = flow == 0 ? 1U << rng.below(4) : 1 + rng.below(5);
  engine.latency_cycles = 1 + rng.below(8);
  engine.weight_load_width = 1 + rng.below(12);
  models::GemmUnitParams& gemm = chip.gemm;
  gemm.prefetch = rng.below(2) == 0;
  gemm.supply = rng.below(6) == 0 ? models::GemmSupply::kUnlimited : models::GemmSupply::kMemory;
  const std::uint32_t split = rng.below(4);
  gemm.split = std::array{models::GemmSplit::kAuto, models::GemmSplit::kM, models::GemmSplit::kN, models::GemmSplit::kK}[split];
  gemm.request_bytes = 16U << rng.below(4);
  gemm.operand_queue_bytes = 256 + gemm.request_bytes + rng.below(200);  // no step takes more than 256
  gemm.result_queue_bytes = 256 + gemm.request_bytes + rng.below(200);
  gemm.operand_store_bytes = rng.below(2) == 0 ? rng.below(600) : 1'000'000;
  gemm.accumulator_bytes = 4 * engine.cols * (1 + rng.below(10));
  for (std::uint32_t n = 0, count = 1 + rng.below(3); n < count; ++n) {
    const std::uint32_t type = rng.below(3);
    c.list.push_back({.name = "g" + std::to_string(n),
                      .m = 1 + rng.below(16),
                      .n = 1 + rng.below(16),
                      .k = 1 + rng.below(16),
                      .batch = 1 + rng.below(3) / 2,
                      .type = static_cast<stream::OperandType>(type)});
    c.slow.list.push_back({c.list.back().m, c.list.back().n, c.list.back().k, c.list.back().batch, static_cast<naive::GemmType>(type)});
  }
  SlowGemmSetup& slow = c.slow;
  slow.array = {.flow = static_cast<naive::GemmFlow>(flow),
                .rows = engine.rows,
                .cols = engine.cols,
                .latency = engine.latency_cycles,
                .load_width = engine.weight_load_width,
                .prefetch = gemm.prefetch,
                .unlimited = gemm.supply == models::GemmSupply::kUnlimited,
                .operand_queue = gemm.operand_queue_bytes,
                .result_queue = gemm.result_queue_bytes,
                .store = gemm.operand_store_bytes,
                .accumulator = gemm.accumulator_bytes,
                .request = gemm.request_bytes};
  slow.split = static_cast<SlowSplit>(split);
  slow.nfps = chip.nfps;
  slow.dispatch_cycles = chip.scheduler.dispatch_cycles;
  slow.ngpc_khz = chip.clock_khz;
  slow.memory_khz = chip.memory.clock_khz;
  slow.sync = chip.memory.sync_cycles;
  slow.bytes_per_cycle = chip.memory.bytes_per_cycle;
  slow.memory_latency = chip.memory.latency_cycles;
  slow.outstanding = chip.memory.outstanding;
  slow.seed = seed;
  return c;
}

}  // namespace ngpcsim
