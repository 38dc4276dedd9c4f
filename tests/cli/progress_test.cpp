#include "sim/app/progress.h"

#include <sstream>

#include <gtest/gtest.h>

namespace ngpcsim::app {
namespace {

TEST(ProgressLine, SaysRateAndTimeLeft) {
  // A quarter of the pixels in 30 s: three times as long is left. 6 M queries in 30 s are 0.2 M a second.
  const models::RunProgress progress{.frame = 1, .frames = 4, .pixels_done = 250, .pixels = 1000, .queries_done = 6'000'000};
  EXPECT_EQ(progress_line(progress, 30.0), "frame 2/4  25 %  6.0 M queries  0.20 M queries/s  1:30 left");
}

TEST(ProgressLine, SaysNothingItDoesNotKnow) { EXPECT_EQ(progress_line({.frame = 0, .frames = 1, .pixels_done = 0, .pixels = 0, .queries_done = 0}, 0.0), "frame 1/1  0 %  0.0 M queries"); }

TEST(ProgressLine, CountsMultiplicationsByTheirMacs) {
  const models::GemmProgress progress{.layer = 2, .layers = 54, .macs_done = 30, .macs = 40};  // three quarters in 9 s: 3 s are left
  EXPECT_EQ(gemm_progress_line(progress, 9.0), "multiplication 3/54  75 %  0:03 left");
}

TEST(ProgressMeter, IsSilentAtFirst) {
  std::ostringstream out;
  ProgressMeter meter(out, true);
  meter.update([](double) { return std::string("a line"); });
  meter.finish();
  EXPECT_EQ(out.str(), "");
}

}  // namespace
}  // namespace ngpcsim::app
