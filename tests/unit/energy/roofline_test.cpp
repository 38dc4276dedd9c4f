#include "models/gpu/roofline.h"

#include <gtest/gtest.h>

#include "models/gpu/baseline.h"

namespace ngpcsim::gpu {
namespace {

TEST(Roofline, PeaksAreTheDatasheet) {
  // 142 TFLOP/s and 936 GB/s: one ms each.
  const Roofline one = roofline(GpuParams{}, {.flops = 142e9, .streamed_bytes = 936e6});
  EXPECT_NEAR(one.compute_ms, 1.0, 0.005);
  EXPECT_DOUBLE_EQ(one.memory_ms, 1.0);
  EXPECT_EQ(one.bound_ms(), one.memory_ms > one.compute_ms ? one.memory_ms : one.compute_ms);
}

TEST(Roofline, TablesCostWhatExceedsTheL2) {
  const double l2 = 6.0 * 1024 * 1024;
  EXPECT_EQ(roofline(GpuParams{}, {.table_bytes = l2}).memory_ms, 0.0);
  EXPECT_DOUBLE_EQ(roofline(GpuParams{}, {.table_bytes = l2 + 936e6}).memory_ms, 1.0);
}

TEST(Roofline, PublishedNerfFrameLiesAboveIt) {
  // 29.7 queries per pixel x 9408 MACs (32x64 + 64x16 + 32x64 + 64x64 + 64x3) and 20 bytes each, 26 149 824 bytes of tables.
  const double queries = 1920.0 * 1080.0 * 29.7;
  const GpuParams gpu;
  const Roofline bound = roofline(gpu, {.flops = queries * 2 * 9408, .streamed_bytes = queries * 20, .table_bytes = 26'149'824});
  const BaselineFrame frame = GpuBaseline(gpu).frame({.queries = static_cast<std::uint64_t>(queries), .pixels = 1920 * 1080});
  EXPECT_LT(bound.bound_ms(), *frame.frame_ms);
  EXPECT_LT(bound.compute_ms, frame.mlp_ms);
}

}  // namespace
}  // namespace ngpcsim::gpu
