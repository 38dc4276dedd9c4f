#include "models/chip/gemm_chip.h"

#include <string>
#include <utility>

#include <systemc>

#include "models/chip/gemm_cluster.h"

namespace ngpcsim::models {
namespace {

void name_ideals(GemmRunRecord& record, const ChipMemory& memory, const ChipParams& chip) {
  if (chip.gemm.supply == GemmSupply::kUnlimited)
    record.idealised.emplace_back("operands: always there, and results always have room (gemm.supply unlimited)");
  else if (std::string part = memory.ideal_part(); !part.empty())
    record.idealised.push_back(std::move(part));
}

/// Everything a finished cluster counted. Checks that every account is complete.
GemmRunRecord collect(const GemmCluster& cluster, const GemmSetup& setup, std::span<const stream::Gemm> list) {
  GemmRunRecord record;
  record.nfps = setup.chip.nfps;
  record.ngpc_khz = setup.chip.clock_khz;
  record.memory_khz = setup.chip.memory.clock_khz;
  record.ngpc_cycles = cluster.ngpc_cycles();
  record.memory_cycles = cluster.memory_cycles();
  record.memory_read_bytes = cluster.memory().block().read_bytes();
  record.memory_write_bytes = cluster.memory().block().write_bytes();
  record.interrupted = cluster.interrupted();
  GemmCounters arrays, layers;
  for (const auto& nfp : cluster.nfps()) {
    record.arrays.push_back(nfp->counters());
    arrays += record.arrays.back();
    check(record.arrays.back().account.total() == record.ngpc_cycles, "{}: {} edges are accounted for, but the run has {}", nfp->name(),
          record.arrays.back().account.total(), record.ngpc_cycles);
  }
  for (const GemmController::Layer& layer : cluster.controller().layers()) {
    record.layers.push_back({.gemm = list[record.layers.size()],
                             .split = layer.split,
                             .parts = layer.parts,
                             .first_edge = layer.first_edge,
                             .cycles = layer.cycles,
                             .counters = layer.counters});
    layers += layer.counters;
  }
  record.memory = cluster.memory().account(record.memory_cycles);
  record.memory_instances = cluster.memory().instances();
  record.hierarchy = cluster.memory().record();
  if (!record.interrupted) {
    check(layers == arrays, "what the multiplications counted is not what the arrays counted");
    const bool asked = setup.chip.gemm.supply == GemmSupply::kMemory;
    check(record.memory_read_bytes == (asked ? arrays.operand_a_bytes + arrays.operand_b_bytes : 0) &&
              record.memory_write_bytes == (asked ? arrays.result_bytes : 0),
          "memory: {} bytes were read and {} written, but the arrays count others", record.memory_read_bytes, record.memory_write_bytes);
  }
  name_ideals(record, cluster.memory(), setup.chip);
  return record;
}

}  // namespace

GemmRunRecord run_gemm_chip(const GemmSetup& setup, std::span<const stream::Gemm> list, const GemmHooks& hooks) {
  check_gemm_setup(setup, list);
  sc_core::sc_set_time_resolution(1, sc_core::SC_PS);
  GemmCluster cluster(setup, list, hooks);
  cluster.run();
  return collect(cluster, setup, list);
}

}  // namespace ngpcsim::models
