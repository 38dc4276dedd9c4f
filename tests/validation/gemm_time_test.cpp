#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "models/gpu/params.h"
#include "sim/app/config_roots.h"
#include "sim/app/config_store.h"
#include "sim/fit_gemm/measured.h"

/// Times of multiplications on GPUs beside measured ones, on the half of the problems that was not fitted, of at least 10 us.
namespace ngpcsim::fit {
namespace {

gpu::GpuParams configured(const std::string& name) {
  const app::ConfigStore store;
  app::ConfigRoots roots({}, {"gpu"});
  return roots.load<gpu::GpuParams>(store.find(app::ConfigKind::kGpu, name, {.file = "GPU"}), {.element = "gpu"});
}

/// What holds of a GPU, in percent: 40, but for three of Pascal that miss it (docs/validation.md); their bounds only see that it gets no worse. One that comes
/// below 40 is to be taken off the list.
double allowed_90th_percentile(const std::string& gpu) { return gpu == "gtx1080ti" ? 45.0 : gpu == "titan-xp" ? 53.0 : gpu == "titan-x-pascal" ? 58.0 : 40.0; }

TEST(GemmTime, HeldOutProblems) {
  const char* const named = std::getenv("NGPCSIM_DATA");
  const std::filesystem::path folder = std::filesystem::path(named && *named ? named : NGPCSIM_SOURCE_DIR "/../shared/data") / "gpu";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "measured times are absent: " << folder;
  for (const Device& device : devices()) {
    const gpu::GpuParams gpu = configured(device.config);
    const std::vector<double> e = errors(measured(device, folder), true, gpu.gemm, gpu.sms, gpu.memory_gb_s, 10.0);
    ASSERT_GT(e.size(), 60u) << device.config;
    EXPECT_LE(100.0 * e[e.size() / 2], 15.0) << device.config;
    EXPECT_LE(100.0 * e[e.size() * 9 / 10], allowed_90th_percentile(device.config)) << device.config;
    if (allowed_90th_percentile(device.config) > 40.0) {
      EXPECT_GT(100.0 * e[e.size() * 9 / 10], 40.0) << device.config << " is no miss any more";
    }
  }
}

/// Read off the plot of tiny-cuda-nn for an RTX 3090: five hidden layers behind 128 inputs; padded MACs of a query are 128 w + 4 w^2 + 16 w. The line was drawn through even
/// powers of two, the odd ones were held out.
TEST(FusedMlp, Rtx3090FromTwoTo16On) {
  const char* const named = std::getenv("NGPCSIM_DATA");
  const std::filesystem::path file = std::filesystem::path(named && *named ? named : NGPCSIM_SOURCE_DIR "/../shared/data") / "gpu/tcnn_rtx3090_fused_mlp_digitised.csv";
  std::ifstream in(file);
  if (!in) GTEST_SKIP() << "measured times are absent: " << file;
  const gpu::GpuParams gpu = configured("rtx3090");
  std::size_t compared = 0;
  for (std::string line; std::getline(in, line);) {
    double width = 0.0, log_batch = 0.0, rate = 0.0;
    if (std::sscanf(line.c_str(), "infer,fully_fused,%lf,%lf,%lf", &width, &log_batch, &rate) != 3 || log_batch < 16.0) continue;
    const double queries = std::exp2(log_batch), flops = 2.0 * (128.0 * width + 4.0 * width * width + 16.0 * width);
    EXPECT_NEAR(gpu::fused_mlp_us(gpu.fused_mlp, width, flops, queries) / (queries / rate * 1e6), 1.0, 0.15) << line;
    ++compared;
  }
  EXPECT_GE(compared, 10u);
}

}  // namespace

/// One tile of 128 x 128 on one SM, K = 1000: 2 x 128 x 128 x 1000 flops at 1 TFLOP/s and half efficiency are 65.536 us; memory 1 MB at 1000 GB/s about 1 us.
TEST(GemmTime, OneTileByHand) {
  gpu::GemmTimeParams p;
  p.tflops = 1.0;
  p.launch_us = 7.0;
  p.block_us = 2.0;
  p.split_us = 1e4;
  p.operand_order = {1.0, 1.0, 1.0, 1.0};
  p.memory_efficiency = 1.0;
  p.tile_efficiency = {0.001, 0.5, 0.001, 0.001, 0.001, 0.001, 0.001};
  const gpu::GemmProblem q{128.0, 128.0, 1000.0};
  EXPECT_NEAR(gpu::gemm_us(p, 1, 1000.0, q), 7.0 + 2.0 + 65.536, 0.01);
  EXPECT_NEAR(gpu::gemm_us(p, 2, 1000.0, {256.0, 128.0, 1000.0}), 7.0 + 2.0 + 2.0 * 65.536, 0.01) << "two SMs of half the rate, a tile each";
  EXPECT_NEAR(gpu::gemm_us(p, 2, 1000.0, {257.0, 128.0, 1000.0}), 7.0 + 2.0 * (2.0 + 2.0 * 65.536), 0.01) << "a row more is another wave";
  gpu::GemmProblem turned = q;
  turned.transpose_a = true;
  p.operand_order[1] = 0.5;
  EXPECT_NEAR(gpu::gemm_us(p, 1, 1000.0, turned), 7.0 + 2.0 + 2.0 * 65.536, 0.01);
}

/// 16 columns: the narrow kernel moves 4 x (1024 x 512 + 512 x 16 + 1024 x 16) bytes at a quarter of 100 GB/s.
TEST(GemmTime, NarrowByHand) {
  gpu::GemmTimeParams p;
  p.launch_us = 3.0;
  p.operand_bytes = 4;
  p.narrow_efficiency = {0.25, 0.5};
  const double bytes = 4.0 * (1024.0 * 512.0 + 512.0 * 16.0 + 1024.0 * 16.0);
  EXPECT_NEAR(gpu::gemm_us(p, 10, 100.0, {1024.0, 16.0, 512.0}), 3.0 + bytes / (100e3 * 0.25), 1e-6);
}

TEST(GemmTime, MoreWorkTakesNoLess) {
  const gpu::GemmTimeParams p;
  double before = 0.0;
  for (double m = 64.0; m < 1e5; m *= 2.0) {
    const double now = gpu::gemm_us(p, 82, 936.0, {m, 512.0, 512.0});
    EXPECT_GE(now, before);
    before = now;
  }
}

}  // namespace ngpcsim::fit
