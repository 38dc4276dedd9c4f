#include "sim/app/bottleneck.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ngpcsim::app {
namespace {

using testing::HasSubstr;

Json block(int busy, int output_full, int conflict, int weights, int dependency, int input_empty) {
  return {{"busy", busy},
          {"stalls", {{"output_full", output_full}, {"conflict", conflict}, {"line_fill", 0}, {"weights", weights}, {"dependency", dependency}, {"table_miss", 0}, {"input_empty", input_empty}}},
          {"total", busy + output_full + conflict + weights + dependency + input_empty}};
}

Json result(Json encoding, Json mlp, Json memory, double host_ms = 1.0) {
  return {{"frame_ms", 4.0}, {"host_ms", host_ms}, {"ngpc_ms", 3.0}, {"blocks", {{"encoding_engine", encoding}, {"mlp_engine", mlp}, {"memory", memory}}},
          {"memory", {{"l2", nullptr}, {"dram", nullptr}}}};
}

/// With slices and buses behind them.
Json with_dram(Json run, int bus_idle) {
  run["memory"] = {{"l2", Json::object()}, {"dram", {{"bus", {{"idle", bus_idle}, {"total", 100}}}}}};
  return run;
}

TEST(Bottleneck, MlpWhoseEncodersWaitForIt) {
  // Encoders: 30 + 10 of 100 occupied; MLP: 80 + 5 + 5.
  const std::string text = bottleneck_text(result(block(30, 60, 10, 0, 0, 0), block(80, 0, 0, 5, 5, 10), block(20, 0, 0, 0, 0, 80)));
  EXPECT_THAT(text, HasSubstr("the MLP engines, occupied 90 %"));
}

TEST(Bottleneck, ConflictsCountAsOccupied) {
  const std::string text = bottleneck_text(result(block(30, 0, 65, 0, 0, 5), block(60, 0, 0, 0, 0, 40), block(20, 0, 0, 0, 0, 80)));
  EXPECT_THAT(text, HasSubstr("the encoding engines, occupied 95 %"));
  EXPECT_THAT(text, HasSubstr("65 % lost to bank conflicts"));
}

TEST(Bottleneck, Memory) {
  EXPECT_THAT(bottleneck_text(result(block(10, 0, 0, 0, 0, 90), block(20, 0, 0, 0, 0, 80), block(99, 0, 0, 0, 0, 1))), HasSubstr("memory bandwidth, in use 99 %"));
}

TEST(Bottleneck, PartsOfTheMemory) {
  const Json slices_wait = result(block(10, 0, 0, 0, 0, 90), block(20, 0, 0, 0, 0, 80), block(40, 0, 0, 0, 35, 25));
  EXPECT_THAT(bottleneck_text(with_dram(slices_wait, 70)), HasSubstr("the L2, whose slices are occupied 75 % of the time (35 % waiting for lines and DRAM)"));
  EXPECT_THAT(bottleneck_text(with_dram(slices_wait, 4)), HasSubstr("DRAM bandwidth, its data buses in use 96 %"));
}

/// Sweeps over pages: 20 busy, 5 of conflicts, 40 writing pages, 25 waiting for them.
TEST(Bottleneck, Pages) {
  Json run = result(block(30, 0, 0, 0, 0, 70), block(60, 0, 0, 0, 0, 40), block(20, 0, 0, 0, 0, 80));
  run["blocks"]["page_sweep"] = nullptr;
  EXPECT_THAT(bottleneck_text(run), HasSubstr("the MLP engines, occupied 60 %"));
  run["blocks"]["page_sweep"] = {{"busy", 20}, {"stalls", {{"conflict", 5}, {"page_fill", 40}, {"page_load", 25}}}, {"total", 100}};
  EXPECT_THAT(bottleneck_text(run), HasSubstr("the sweeps over pages of the tables, which take 90 % of the time (25 % waiting for pages, 40 % writing them into the SRAM)"));
}

TEST(Bottleneck, Host) {
  EXPECT_THAT(bottleneck_text(result(block(1, 0, 0, 0, 0, 9), block(1, 0, 0, 0, 0, 9), block(1, 0, 0, 0, 0, 9), 3.5)), HasSubstr("host GPU, whose kernels run 88 %"));
}

TEST(Bottleneck, NoFrame) { EXPECT_EQ(bottleneck_text({{"frame_ms", nullptr}}), ""); }

}  // namespace
}  // namespace ngpcsim::app
