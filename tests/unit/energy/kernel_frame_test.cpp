#include <gtest/gtest.h>

#include "models/gpu/kernel_frame.h"

namespace ngpcsim::gpu {
namespace {

// A frame with costs that can be added up by hand: 1 ps a pixel, probe and query, 5 us a launch, networks of 16 us + flops / 55.2 TFLOP/s.
GpuParams plain_gpu() {
  GpuParams gpu;
  gpu.host.nerf = {1.0, 1.0, 1.0};
  return gpu;
}
const KernelFrameWork kWork{.launches = 10.0, .queries = 5.52e6, .pixels = 1e6, .probes = 2e6, .gather_us = 3000.0, .gather_alone_us = 2500.0, .networks = 2.0, .network_flops = 20'000.0};

TEST(KernelFrame, KernelsApart) {
  const BaselineFrame frame = kernel_frame(plain_gpu(), kWork, Software::kNgp2022FusedRest);
  EXPECT_NEAR(frame.encoding_ms, 10 * 0.005 + 3.0, 1e-9);
  EXPECT_NEAR(frame.mlp_ms, 10 * 2 * 0.016 + 2.0, 1e-9);  // 5.52e6 x 20 000 / 55.2e12 s = 2 ms
  EXPECT_NEAR(frame.rest_ms, 1e-9 * (1e6 + 2e6 + 5.52e6) + 0.05, 1e-9);
  EXPECT_NEAR(*frame.frame_ms, frame.encoding_ms + frame.mlp_ms + frame.rest_ms, 1e-12);
  const BaselineFrame unfused = kernel_frame(plain_gpu(), kWork, Software::kNgp2022);
  EXPECT_NEAR(unfused.rest_ms, 9.94 * frame.rest_ms, 1e-9);
  EXPECT_EQ(unfused.encoding_ms, frame.encoding_ms);
}

TEST(KernelFrame, OneKernelOverlapsGatherAndNetworks) {
  const BaselineFrame gather = kernel_frame(plain_gpu(), kWork, Software::kNgpJit);
  EXPECT_NEAR(*gather.frame_ms, 2.5 + 1e-9 * (1e6 + 2e6) + 0.005, 1e-9);
  EXPECT_EQ(gather.mlp_ms, 0.0);
  KernelFrameWork work = kWork;
  work.gather_alone_us = 100.0;
  const BaselineFrame networks = kernel_frame(plain_gpu(), work, Software::kNgpJit);
  EXPECT_NEAR(*networks.frame_ms, 2.0 + 1e-9 * (1e6 + 2e6) + 0.005, 1e-9);
  EXPECT_EQ(networks.encoding_ms, 0.0);
}

}  // namespace
}  // namespace ngpcsim::gpu
