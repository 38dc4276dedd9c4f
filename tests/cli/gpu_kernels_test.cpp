#include <gtest/gtest.h>

#include "models/common/grid_index.h"
#include "sim/app/gpu_kernels/encoding_gather.h"

namespace ngpcsim::app {
namespace {

stream::Queries queries(std::size_t count, float first) {
  stream::Queries q;
  for (std::size_t i = 0; i < count; ++i) {
    q.x.push_back(first);
    q.y.push_back(0.5f);
    q.z.push_back(0.25f);
    q.ray.push_back(0);
  }
  return q;
}

TEST(LaunchSample, KeepsAllWhereFewAreThere) {
  LaunchSample sample(100);
  for (int i = 0; i < 20; ++i) sample.add(queries(10, 0.5f));
  EXPECT_EQ(sample.queries(), 200u);
  EXPECT_EQ(sample.launches().size(), 20u);
}

TEST(LaunchSample, KeepsEveryNthOfMany) {
  LaunchSample sample(100);
  for (int i = 0; i < 1000; ++i) sample.add(queries(10, static_cast<float>(i) / 1000.0f));
  EXPECT_GE(sample.queries(), 100u);
  EXPECT_LE(sample.queries(), 200u);
  const auto& kept = sample.launches();
  for (std::size_t i = 0; i < kept.size(); ++i) EXPECT_FLOAT_EQ(kept[i].x.front(), static_cast<float>(64 * i) / 1000.0f) << i;
}

TEST(LaunchSample, NeverLosesTheFirstLaunch) {
  LaunchSample sample(1);
  sample.add(queries(50, 0.5f));
  sample.add(queries(50, 0.6f));
  ASSERT_EQ(sample.launches().size(), 1u);
  EXPECT_EQ(sample.launches().front().x.front(), 0.5f);
}

// One level of 2 x 2 x 2 vertices, all in one sector: a warp asks eight times for that sector, and only the first time goes beyond the L1 of its SM.
TEST(EncodingGather, AWarpThatAgrees) {
  models::EncodingParams encoding;
  models::GridLevel level;
  level.scale = 0.5f;
  level.resolution = 2;
  level.entries = 8;
  level.strides = {1, 2, 4};
  LaunchSample sample(1000);
  sample.add(queries(32, 0.1f));
  const gpu::GpuParams gpu;
  const EncodingGather gather = gather_encoding(gpu, encoding, {level}, sample);
  EXPECT_EQ(gather.sum().queries, 32u);
  EXPECT_EQ(gather.sum().l1_sectors, 8u);
  EXPECT_EQ(gather.sum().lines, 8u);
  EXPECT_EQ(gather.sum().l2_sectors, 1u);
  EXPECT_EQ(gather.sum().dram_sectors, 1u);
  // 12 B of position and 4 B of features a query beside one sector: DRAM is slowest.
  EXPECT_NEAR(gather.us_per_query, (32.0 * 16.0 + 32.0) / 936e3 / 32.0, 1e-12);
  EXPECT_NEAR(gather.alone_us_per_query, 32.0 / 936e3 / 32.0, 1e-12);
}

}  // namespace
}  // namespace ngpcsim::app
