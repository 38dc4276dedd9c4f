#pragma once
#include <cstdint>
#include <string>

#include "models/chip/memory_params.h"
#include "models/gemm/params.h"
#include "models/host/params.h"
#include "models/nfp/params.h"
#include "models/scheduler/params.h"
#include "sim/config/describe.h"

namespace ngpcsim::models {

/// A chip of machine `ngpc`: the cluster, its memory, and how its host feeds it. `energy` names a file of configs/energy.
struct ChipParams {
  std::uint32_t nfps = 8;
  std::uint32_t clock_khz = 1500000;
  std::string energy = "lstp45";
  std::uint64_t watchdog_cycles = 100000000;
  SchedulerParams scheduler;
  NfpParams nfp;
  MemoryParams memory;
  HostParams host;
  GemmUnitParams gemm;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    v.integer("nfps", p.nfps, {.min = 1, .max = 256}, {.unit = "NFPs", .meaning = "neural fields processors in the cluster", .source = "(P) NGPC, ISCA'23: 8, 16, 32 or 64"});
    v.integer("clock_khz", p.clock_khz, {.min = 1000, .max = 10000000}, {.unit = "kHz", .meaning = "clock of the NGPC", .source = "(I) ngpc_paper.md H1: three layers in the 2.0 ns per query that the averages imply; the paper states none"});
    v.text("energy", p.energy, {.unit = "", .meaning = "energy and area table: a file of configs/energy, or a path", .source = "our choice: low-standby-power SRAM, since leakage of the fast cells exceeds the published total"});
    v.integer("watchdog_cycles", p.watchdog_cycles, {.min = 1, .max = 1000000000000}, {.unit = "cycles", .meaning = "NGPC cycles without a finished query, while some are pending, after which the run is stuck", .source = "our choice: far above any latency"});
    v.group("scheduler", p.scheduler, "cuts launches into batches");
    v.group("nfp", p.nfp, "one neural fields processor");
    v.group("memory", p.memory, "what the NFPs read and write");
    v.group("host", p.host, "how the GPU feeds the cluster");
    v.group("gemm", p.gemm, "how GEMM lists run on the MLP engines");
  }
};

}  // namespace ngpcsim::models
