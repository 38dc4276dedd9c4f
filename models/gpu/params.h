#pragma once
#include <cstdint>
#include <string>

#include "models/gpu/software.h"
#include "sim/config/describe.h"

namespace ngpcsim::gpu {

/// Times of the kernels that stay on the GPU beside an NGPC, all fused into one per round: linear in what a frame does.
struct HostParams {
  double ps_per_pixel = 985.143;
  double ps_per_probe = 5.728;
  double ps_per_query = 33.17;
  double us_per_launch = 5.0;
  double idle_power_fraction = 0.3;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    constexpr config::RealRange kPicoseconds{.min = 0.0, .max = 1e9};
    constexpr std::string_view kThird =
        "our choice: a third of what is left of 231 ms x 27.64 % / 9.94 (NGPC, ISCA'23) after 59 launches, over 1920 x 1080 pixels with 172 probes and 29.7 queries each; "
        "the paper states only the sum";
    v.real("ps_per_pixel", p.ps_per_pixel, kPicoseconds, {.unit = "ps", .meaning = "ray set-up and shading, per pixel", .source = kThird});
    v.real("ps_per_probe", p.ps_per_probe, kPicoseconds, {.unit = "ps", .meaning = "a look-up of the occupancy grid while marching", .source = kThird});
    v.real("ps_per_query", p.ps_per_query, kPicoseconds, {.unit = "ps", .meaning = "writing a query record and compositing its result", .source = kThird});
    v.real("us_per_launch", p.us_per_launch, {.min = 0.0, .max = 1e6}, {.unit = "us", .meaning = "a kernel launch, until the kernel runs", .source = "our choice: the usual cost of a CUDA launch"});
    v.real("idle_power_fraction", p.idle_power_fraction, {.min = 0.0, .max = 1.0},
           {.unit = "", .meaning = "power of the GPU while no host kernel runs, as a fraction of its TDP", .source = "our choice: leakage, clocks and memory refresh at full clocks"});
  }
};

/// A GPU and the software that was timed on it.
struct GpuParams {
  double die_mm2 = 628.4;
  std::uint32_t sms = 82;
  std::uint32_t boost_mhz = 1695;
  std::uint32_t tensor_flops_per_sm_cycle = 1024;
  double memory_gb_s = 936.0;
  std::uint32_t l2_kib = 6144;
  double tdp_w = 350.0;
  SoftwareParams software;
  HostParams host;

  template <class Self, class Visitor>
  static void describe(Self& p, Visitor& v) {
    constexpr std::string_view kSpec = "NVIDIA, GeForce RTX 3090 specification (GA102)";
    v.real("die_mm2", p.die_mm2, {.min = 1.0, .max = 1e4}, {.unit = "mm2", .meaning = "die area, to which an NGPC's area is compared", .source = kSpec});
    v.integer("sms", p.sms, {.min = 1, .max = 1024}, {.unit = "SMs", .meaning = "streaming multiprocessors", .source = kSpec});
    v.integer("boost_mhz", p.boost_mhz, {.min = 1, .max = 10000}, {.unit = "MHz", .meaning = "boost clock", .source = kSpec});
    v.integer("tensor_flops_per_sm_cycle", p.tensor_flops_per_sm_cycle, {.min = 1, .max = 1 << 20}, {.unit = "FLOP/cycle", .meaning = "dense fp16 tensor operations per SM and cycle, a multiply-add counted as two", .source = "GA102: 142 TFLOP/s over 82 SMs at 1695 MHz"});
    v.real("memory_gb_s", p.memory_gb_s, {.min = 0.1, .max = 1e5}, {.unit = "GB/s", .meaning = "DRAM bandwidth, decimal", .source = kSpec});
    v.integer("l2_kib", p.l2_kib, {.min = 1, .max = 1 << 20}, {.unit = "KiB", .meaning = "L2 cache", .source = kSpec});
    v.real("tdp_w", p.tdp_w, {.min = 0.1, .max = 1e4}, {.unit = "W", .meaning = "board power, taken while a kernel runs", .source = kSpec});
    v.group("software", p.software, "published kernel times (ngp2022)");
    v.group("host", p.host, "the kernels that stay on the GPU");
  }
};

}  // namespace ngpcsim::gpu
