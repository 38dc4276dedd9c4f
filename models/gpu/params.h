#pragma once
#include <cstdint>
#include <string>

#include "models/gpu/baseline_params.h"
#include "models/gpu/fused_mlp.h"
#include "models/gpu/gather_params.h"
#include "models/gpu/gemm_time.h"
#include "models/gpu/host_params.h"
#include "models/gpu/software.h"
#include "sim/config/describe.h"

namespace ngpcsim::gpu {

/// A GPU and the software that was timed on it.
struct GpuParams {
  double die_mm2 = 628.4;
  std::uint32_t sms = 82;
  std::uint32_t boost_mhz = 1695;
  std::uint32_t tensor_flops_per_sm_cycle = 1024;
  double memory_gb_s = 936.0;
  std::uint32_t l2_kib = 6144;
  double tdp_w = 350.0;
  BaselineParams baseline;
  SoftwareParams software;
  HostParams host;
  GemmTimeParams gemm;
  FusedMlpParams fused_mlp;
  GatherParams gather;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    constexpr std::string_view kSpec = "NVIDIA, GeForce RTX 3090 specification (GA102)";
    v.real("die_mm2", p.die_mm2, {.min = 1.0, .max = 1e4},
           {.unit = "mm2", .meaning = "die area, to which an NGPC's area is compared", .source = kSpec});
    v.integer("sms", p.sms, {.min = 1, .max = 1024}, {.unit = "SMs", .meaning = "streaming multiprocessors", .source = kSpec});
    v.integer("boost_mhz", p.boost_mhz, {.min = 1, .max = 10000}, {.unit = "MHz", .meaning = "boost clock", .source = kSpec});
    v.integer("tensor_flops_per_sm_cycle", p.tensor_flops_per_sm_cycle, {.min = 1, .max = 1 << 20},
              {.unit = "FLOP/cycle",
               .meaning = "dense fp16 tensor operations per SM and cycle, a multiply-add counted as two",
               .source = "GA102: 142 TFLOP/s over 82 SMs at 1695 MHz"});
    v.real("memory_gb_s", p.memory_gb_s, {.min = 0.1, .max = 1e5}, {.unit = "GB/s", .meaning = "DRAM bandwidth, decimal", .source = kSpec});
    v.integer("l2_kib", p.l2_kib, {.min = 1, .max = 1 << 20}, {.unit = "KiB", .meaning = "L2 cache", .source = kSpec});
    v.real("tdp_w", p.tdp_w, {.min = 0.1, .max = 1e4}, {.unit = "W", .meaning = "board power, taken while a kernel runs", .source = kSpec});
    v.group("baseline", p.baseline, "where its frame time comes from");
    v.group("software", p.software, "published kernel times (ngp2022)");
    v.group("host", p.host, "the kernels that stay on the GPU");
    v.group("gemm", p.gemm, "matrix multiplications");
    v.group("fused_mlp", p.fused_mlp, "fully fused networks");
    v.group("gather", p.gather, "caches, as kernels that gather use them");
  }
};

}  // namespace ngpcsim::gpu
