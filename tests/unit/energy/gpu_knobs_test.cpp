#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/common/host_costs.h"
#include "models/gpu/baseline.h"
#include "models/gpu/gather.h"
#include "models/gpu/host_costs.h"
#include "models/gpu/kernel_frame.h"
#include "models/gpu/roofline.h"
#include "tests/unit/energy/perturb.h"

namespace ngpcsim::gpu {
namespace {

// What a run takes from the GPU: baselines of every cell, bounds, host times and powers, shares of die and TDP, the split of a frame.
std::vector<std::string> outputs(const GpuParams& params) {
  std::vector<std::string> out;
  const GpuBaseline gpu(params);
  for (const auto& application : kApplications) {
    for (const auto& encoding : kEncodings) {
      const FrameWork work{.queries = 1'000'000, .pixels = 10'000, .application = application.value, .encoding = encoding.value};
      out.push_back(fmt::format("{}", gpu.frame(work).frame_ms.value_or(-1.0)));
      out.push_back(fmt::format("{}", gpu.frame(work, Software::kNgp2022FusedRest).frame_ms.value_or(-1.0)));
      out.push_back(fmt::format("{}", gpu.frame(work, Software::kNgpJit).frame_ms.value_or(-1.0)));
    }
  }
  for (const auto& application : kApplications) {
    const KernelCosts costs(params.host.times(application.value));
    for (const KernelWork& work : {KernelWork{.pixels = 1000}, KernelWork{.probes = 1000}, KernelWork{.queries = 1000}, KernelWork{.launches = 1},
                                   KernelWork{.sorted = 1000}})
      out.push_back(fmt::format("{}", costs.picoseconds(work)));
    if (application.value != Application::kOther) out.push_back(fmt::format("{}", split_fused_rest(params, application.value, Encoding::kHashgrid, 100.0).ps_per_pixel));
  }
  const Roofline bound = roofline(params, {.flops = 1e12, .streamed_bytes = 1e9, .table_bytes = 1e8});
  // Few SMs and many, so that each tile is the best one for something; operands in every order; sums that are split; few columns.
  for (std::size_t t = 0; t < kGemmTiles.size(); ++t) {
    GemmTimeParams one = params.gemm;
    one.narrow_efficiency = {};
    one.block_us = 0.0;
    for (std::size_t other = 0; other < kGemmTiles.size(); ++other)
      if (other != t) one.tile_efficiency[other] = 0.001;
    out.push_back(fmt::format("{}", gemm_us(one, 1, params.memory_gb_s, {256, 256, 512})));
  }
  for (const bool a : {false, true})
    for (const bool b : {false, true})
      for (const double n : {16.0, 500.0}) out.push_back(fmt::format("{}", gemm_us(params.gemm, params.sms, params.memory_gb_s, {512, n, 4096, 1, a, b})));
  out.push_back(fmt::format("{} {}", gemm_us(params.gemm, params.sms, params.memory_gb_s, {32, 32, 8192}), gemm_us(params.gemm, params.sms, params.memory_gb_s, {4096, 4096, 64})));
  for (const double width : {64.0, 128.0}) out.push_back(fmt::format("{}", fused_mlp_us(params.fused_mlp, width, 1e4, 1e6)));
  // Bound by tags, by the L2, by the ports of the SMs, by DRAM; and an L1 of which half is reused.
  for (const GatherTraffic& traffic : {GatherTraffic{.lines = 1'000'000}, GatherTraffic{.l2_sectors = 1'000'000}, GatherTraffic{.dram_sectors = 1'000'000}})
    out.push_back(fmt::format("{}", gather_us(params, traffic, 0.0)));
  GpuParams wide = params;
  wide.gather.l2_gb_s = 1e6;
  wide.gather.l2_efficiency = 1.0;
  out.push_back(fmt::format("{}", gather_us(wide, {.l2_sectors = 1'000'000}, 0.0)));
  GatherTraffic swept;
  GatherCaches caches(params);
  for (int pass = 0; pass < 2; ++pass)
    for (std::uint64_t sector = 0; sector < 600; ++sector) caches.load(0, std::array{4 * sector}, swept);
  out.push_back(fmt::format("{}", swept.l2_sectors));
  for (const Software software : {Software::kNgp2022, Software::kNgp2022FusedRest, Software::kNgpJit})
    out.push_back(fmt::format("{}", kernel_frame(params, {.launches = 2.0, .queries = 1e6, .pixels = 1e5, .probes = 1e5, .gather_us = 10.0, .gather_alone_us = 9.0, .networks = 2.0, .network_flops = 1e4}, software).frame_ms.value_or(-1.0)));
  // Where times come from is the run's business (sim/app/result/gpu_figures.h; tests/cli/gpu_times_test.py).
  const MeasuredFrame& measured = params.baseline.measured;
  out.push_back(fmt::format("{} {} {} {} {}", config::name_of(kTimes, params.baseline.times), params.baseline.sampled_queries, measured.workload, measured.software, measured.frame_ms));
  out.push_back(fmt::format("{} {} {} {}", bound.compute_ms, bound.memory_ms, gpu.die_percent(1.0), HostCosts::average_w(params, 0.5, 1.0)));
  return out;
}

TEST(GpuKnobs, NoParameterIsDead) { EXPECT_THAT(energy_test::dead_knobs(GpuParams{}, outputs), testing::IsEmpty()); }

}  // namespace
}  // namespace ngpcsim::gpu
