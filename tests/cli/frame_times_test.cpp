#include "sim/app/result/frame_times.h"

#include <gtest/gtest.h>

namespace ngpcsim::app {
namespace {

models::FrameRecord frame(std::uint64_t begin, std::uint64_t end, std::uint64_t host_busy, std::uint64_t ngpc_busy) {
  models::FrameRecord record;
  record.begin_host = begin;
  record.end_host = end;
  record.host_busy = host_busy;
  record.ngpc_busy = ngpc_busy;
  return record;
}

models::RunRecord two_frames() {
  models::RunRecord record;
  record.host_khz = 2000;  // 2000 edges are 1 ms
  record.ngpc_khz = 1000;
  record.ngpc_cycles = 5000;
  record.frames = {frame(0, 4000, 1000, 1500), frame(4000, 10000, 2000, 2500)};
  return record;
}

TEST(FrameTimes, AreEdgesOverClocks) {
  const models::RunRecord record = two_frames();
  const auto times = times_of(record.frames[0], record);
  ASSERT_TRUE(times.has_value());
  EXPECT_EQ(times->frame_ms, 2.0);
  EXPECT_EQ(times->host_ms, 0.5);
  EXPECT_EQ(times->ngpc_ms, 0.75);
  EXPECT_EQ(times->frame_ms_serial, 1.25);
  EXPECT_EQ(run_seconds(record), 0.005);
}

TEST(FrameTimes, MeanOverFinishedFrames) {
  models::RunRecord record = two_frames();
  EXPECT_EQ(mean_times(record)->frame_ms, 2.5);
  EXPECT_EQ(mean_times(record)->host_ms, 0.75);
  EXPECT_EQ(mean_times(record)->ngpc_ms, 1.0);
  record.frames.push_back(frame(10000, 0, 500, 100));  // cut off by an interrupt
  EXPECT_EQ(mean_times(record)->frame_ms, 2.5);
  EXPECT_FALSE(times_of(record.frames[2], record).has_value());
}

TEST(FrameTimes, NoFrameNoMean) {
  models::RunRecord record = two_frames();
  record.frames = {frame(0, 0, 100, 100)};
  EXPECT_FALSE(mean_times(record).has_value());
}

}  // namespace
}  // namespace ngpcsim::app
