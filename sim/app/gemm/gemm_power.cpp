#include "sim/app/gemm/gemm_power.h"

#include "models/common/ceil_div.h"
#include "sim/app/result/chip_bits.h"
#include "sim/app/result/chip_geometry.h"
#include "sim/app/result/hierarchy_result.h"

namespace ngpcsim::app {
namespace {

constexpr std::uint64_t kSumBytes = stream::kSumBytes;

/// What a step clocks: in a systolic array every element passes its operand on and keeps a sum.
std::uint64_t register_bits_per_step(const models::MlpEngineParams& mlp) {
  if (mlp.dataflow == models::Dataflow::kBroadcast) return std::uint64_t{mlp.cols} * kFp32Bits;
  const std::uint32_t moving = mlp.dataflow == models::Dataflow::kSystolicOs ? 2 : 1;  // operands that move; the other one stays
  return std::uint64_t{mlp.rows} * mlp.cols * (moving * kFp16Bits + kFp32Bits);
}

/// The registers that the array is built of.
std::uint64_t array_register_bits(const models::MlpEngineParams& mlp, bool prefetch) {
  const std::uint64_t elements = std::uint64_t{mlp.rows} * mlp.cols;
  if (mlp.dataflow == models::Dataflow::kSystolicOs) return elements * (2 * kFp16Bits + kFp32Bits * (prefetch ? 2u : 1u));
  const std::uint64_t stationary = elements * kFp16Bits * (prefetch ? 2 : 1);
  if (mlp.dataflow == models::Dataflow::kBroadcast) return stationary + std::uint64_t{mlp.cols} * kFp32Bits * mlp.latency_cycles;
  return stationary + elements * (kFp16Bits + kFp32Bits);
}

energy::MlpGeometry array_geometry(const models::MlpEngineParams& mlp, const models::GemmUnitParams& gemm) {
  return {.rows = mlp.rows,
          .cols = mlp.cols,
          .weight_bytes = gemm.operand_store_bytes,
          .weight_word_bytes = mlp.rows * kFp16Bytes,
          .activation_bytes = mlp.dataflow == models::Dataflow::kSystolicOs ? 0 : gemm.accumulator_bytes,
          .activation_word_bytes = mlp.cols * static_cast<std::uint32_t>(kSumBytes),
          .register_bits = array_register_bits(mlp, gemm.prefetch)};
}

/// The chip of the network mode with the array's memories in place of the network's, and queues in place of chunk buffers.
energy::ChipGeometry geometry_of(const models::ChipParams& chip) {
  energy::ChipGeometry geometry = chip_geometry(chip, models::EncodingParams{}, models::NetworkParams{}, 1, 1);
  geometry.mlp = array_geometry(chip.nfp.mlp_engine, chip.gemm);
  geometry.dma = {.buffer_bytes = std::uint64_t{2} * chip.gemm.operand_queue_bytes + chip.gemm.result_queue_bytes, .word_bytes = kSramWordBytes};
  geometry.scheduler = {.queue_bits = std::uint64_t{chip.nfps} * kBatchDescriptorBits};
  return geometry;
}

}  // namespace

GemmPower::GemmPower(const GemmConfig& config)
    : config_(config), model_(config.energy.table, config.energy.technology, config.roots.where("energy.table")), geometry_(geometry_of(config.chip)) {}

energy::EnergyReport GemmPower::report(const models::GemmCounters& counters, std::uint64_t parts, double seconds,
                                       const std::optional<models::HierarchyRecord>& hierarchy) const {
  const models::MlpEngineParams& mlp = config_.chip.nfp.mlp_engine;
  const std::uint64_t operand_row = std::uint64_t{mlp.rows} * kFp16Bytes;
  const bool from_memory = config_.chip.gemm.supply == models::GemmSupply::kMemory;
  const std::uint64_t read = counters.operand_a_bytes + counters.operand_b_bytes, written = counters.result_bytes;
  energy::ChipActions actions;
  actions.mlp = {.macs_useful = counters.macs_useful + counters.reduction_adds,
                 .macs_clocked = counters.macs_clocked + counters.reduction_adds,
                 .weight_reads = models::ceil_div(counters.store_read_bytes, operand_row),
                 .weight_writes = models::ceil_div(counters.store_write_bytes, operand_row),
                 .activation_reads = models::ceil_div(counters.accumulator_reads, mlp.cols),
                 .activation_writes = models::ceil_div(counters.accumulator_writes, mlp.cols),
                 .register_bits = counters.stream_steps * register_bits_per_step(mlp) + counters.load_steps * mlp.cols * kFp16Bits};
  actions.dma = {.bytes = read + written};
  actions.scheduler = {.queue_bits = parts * 2 * kBatchDescriptorBits};
  if (from_memory) actions.dram = dram_actions(hierarchy, read, written);
  return model_.report(actions, geometry_, seconds);
}

}  // namespace ngpcsim::app
